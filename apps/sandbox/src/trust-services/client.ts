/** The one customer of the services that know customers by OAuth. */
export const client = { id: 'countersign-sandbox', secret: 'sandbox-client-secret' } as const

export const isClient = (id: unknown, secret: unknown): boolean =>
  id === client.id && secret === client.secret

/** An address with something added to its query. */
export function withQuery(address: string, query: Record<string, string | undefined>): string {
  const url = new URL(address)
  for (const [key, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(key, value)
  return url.href
}

export const isWebAddress = (text: unknown): text is string =>
  typeof text === 'string' && /^https?:$/.test(URL.parse(text)?.protocol ?? '')
