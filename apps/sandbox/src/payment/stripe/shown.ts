export type WireObject = Record<string, unknown>

/** As it is on the wire: lists in place, without what only the account itself knows. */
export function shown(row: object): WireObject {
  const copy = structuredClone(row) as WireObject
  const hidden = (copy['hidden'] ?? {}) as { items?: object[]; lines?: object[] }
  delete copy['hidden']
  const id = String(copy['id'])
  if (hidden.items)
    copy['items'] = listOf(
      hidden.items.map((item) => shown(item)),
      `/v1/subscription_items?subscription=${id}`,
    )
  if (hidden.lines) copy['lines'] = listOf(hidden.lines, `/v1/invoices/${id}/lines`)
  return copy
}

export const listOf = (data: object[], url: string, hasMore = false): WireObject => ({
  object: 'list',
  data,
  has_more: hasMore,
  url,
})
