import { ask, askAhead, askForImage, type AskedRequest, firstVersions, readJson } from './ask.ts'

interface SigningLink {
  readonly id: string
  readonly userid: string
}

/** What is read of the answer. */
interface OpenedRequest extends AskedRequest {
  readonly viewer: { readonly can: { readonly sign: boolean } }
}

/** The ids of a personal link, where this is the address of one. The user id is a secret. */
export function signingLinkIn(path: string): SigningLink | null {
  const [, id, userid] = /^\/(?:direct-sign|view)\/([\w-]+)\/([\w-]+)(?:\/preview)?\/?$/.exec(path) ?? []
  // A page of an identity check by a link, not a link itself.
  if (id === undefined || userid === undefined || id === 'identification') return null
  return { id, userid }
}

/** The calls that the page of a link begins with: their addresses, which the contract has too. */
export const firstCalls = {
  // As `ownTimeZone`, which comes with what most pages share: this script is loaded before all of that.
  user: `/v1/direct/user?${new URLSearchParams({
    v2: 'true',
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  })}`,
  request: (id: string) => `/v3/direct/signature-requests/${id}`,
  /** Small, and soon replaced by one as sharp as the screen. */
  firstPage: (id: string, token: string) =>
    `/v3/direct/documents/${id}/pages/0?${new URLSearchParams({ scale: '50', token })}`,
  document: (id: string) => `/v3/direct/documents/${id}`,
}

export function askForSigningLink({ id, userid }: SigningLink): void {
  const authorization = `Basic ${btoa(`${userid}:${id}`)}`
  const user = readJson<{ token: string }>(ask(firstCalls.user, authorization))
  const request = readJson<OpenedRequest>(ask(firstCalls.request(id), authorization))
  void Promise.all([user, request]).then(([known, opened]) => {
    // Of what is over or not yet theirs, the app knows what it may ask for.
    if (!opened?.viewer.can.sign) return
    const versions = firstVersions(opened)
    for (const version of versions) askAhead(firstCalls.document(version), authorization)
    if (known && versions[0] !== undefined) askForImage(firstCalls.firstPage(versions[0], known.token))
  })
}
