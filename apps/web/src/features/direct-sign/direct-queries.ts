import { getDirectUser } from '@countersign/contract/accounts.ts'
import { downloadDirectDocument, getDirectDocument } from '@countersign/contract/documents.ts'
import { downloadDirectZip } from '@countersign/contract/audit-trail.ts'
import { getDirectEvents, getDirectSignatureRequest } from '@countersign/contract/signature-requests.ts'
import { getSigningStatus, signDirect } from '@countersign/contract/signing.ts'
import { type SignatureRequest } from '@countersign/contract/signature-request-shapes.ts'
import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { ownTimeZone } from '#web/lib/language/time-zone.ts'
import { call, type CallInput } from '#web/lib/calls/api.ts'
import { isLinkOver } from '#web/lib/requests/direct-link.ts'

/** The two ids of the link. The user id is a secret: it goes into the Authorization header and nowhere else. */
export interface DirectLink {
  readonly id: string
  readonly userid: string
}

const lookAgain = 15_000
/** The token lives for an hour. */
const tokenAge = 50 * 60_000

function options(link: DirectLink, signal?: AbortSignal) {
  return { credential: { userId: link.userid, requestId: link.id }, signal, background: true }
}

export function directUserQuery(link: DirectLink) {
  return queryOptions({
    queryKey: ['direct-user', link.id, link.userid],
    queryFn: ({ signal }) =>
      call(getDirectUser, { query: { v2: 'true', timeZone: ownTimeZone() } }, options(link, signal)),
    staleTime: tokenAge,
  })
}

export function directRequestQuery(link: DirectLink) {
  return queryOptions({
    queryKey: ['direct-signature-request', link.id, link.userid],
    queryFn: ({ signal }) =>
      call(getDirectSignatureRequest, { params: { id: link.id } }, options(link, signal)),
    refetchInterval: ({ state }) =>
      state.data?.status_overall === 'OPEN' && !isLinkOver(state.error) ? lookAgain : false,
  })
}

export function directDocumentQuery(link: DirectLink, id: string) {
  return queryOptions({
    queryKey: ['document', id],
    queryFn: ({ signal }) => call(getDirectDocument, { params: { id } }, options(link, signal)),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

export function directEventsQuery(link: DirectLink, request: SignatureRequest | undefined) {
  return queryOptions({
    queryKey: ['direct-events', link.id, link.userid, request?.updated_at],
    queryFn: ({ signal }) => call(getDirectEvents, { params: { id: link.id } }, options(link, signal)),
  })
}

/** The token for pages and files, kept until it is nearly too old. */
export function directToken(queries: QueryClient, link: DirectLink) {
  return async (renew: boolean): Promise<string> => {
    const query = directUserQuery(link)
    const user = await queries.fetchQuery(renew ? { ...query, staleTime: 0 } : query)
    return user.token
  }
}

/** Signing by a link, in the shape the signing flow asks for. */
export function directSigning(link: DirectLink) {
  return {
    hasAccount: false,
    visitor: options(link).credential,
    async sign(body: NonNullable<CallInput<typeof signDirect>['body']>, idempotencyKey: string) {
      const { signatures } = await call(signDirect, { body }, { ...options(link), idempotencyKey })
      return signatures[0]
    },
    status: (id: string, sigId: string) => call(getSigningStatus, { params: { id, sigId } }, options(link)),
  }
}

/** One document as a PDF, several with the protocol as a zip. */
export async function directDownload(request: SignatureRequest, token: string): Promise<Blob> {
  const [first, ...others] = request.documents
  const query = { signed: 'true' as const, token }
  // What fails is said beside the button.
  const background = { background: true }
  if (!first || others.length > 0)
    return call(downloadDirectZip, { params: { id: request.id }, query }, background)
  return call(downloadDirectDocument, { params: { id: first.id }, query }, background)
}
