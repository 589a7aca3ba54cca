/** The ids of a personal link, where this is the address of one. The user id is a secret. */
export function signingLinkIn(path: string): { readonly id: string; readonly userid: string } | null {
  const [, id, userid] = /^\/(?:direct-sign|view)\/([\w-]+)\/([\w-]+)(?:\/preview)?\/?$/.exec(path) ?? []
  // A page of an identity check by a link, not a link itself.
  if (id === undefined || userid === undefined || id === 'identification') return null
  return { id, userid }
}

/** The calls that the page of a link begins with: their addresses, which the contract has too. */
export const firstCalls = {
  user: '/v1/direct/user?v2=true',
  request: (id: string) => `/v3/direct/signature-requests/${id}`,
  /** Small, and soon replaced by one as sharp as the screen. */
  firstPage: (id: string, token: string) =>
    `/v3/direct/documents/${id}/pages/0?${new URLSearchParams({ scale: '50', token })}`,
  document: (id: string) => `/v3/direct/documents/${id}`,
}
