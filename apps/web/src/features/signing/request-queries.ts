import { getDocument } from '@countersign/contract/documents.ts'
import { getEvents, getSignatureRequest } from '@countersign/contract/signature-requests.ts'
import { getSigningStatus, sign } from '@countersign/contract/signing.ts'
import { type SignatureRequest } from '@countersign/contract/signature-request-shapes.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/lib/calls/api.ts'
import { lookAgainAfter, news } from '#web/lib/calls/live.ts'
import { isGone } from '#web/lib/requests/read-requests.ts'
import type { SigningCalls } from './signing/signing-calls.ts'

/** While someone is expected to sign, the page looks again now and then. */
export function requestQuery(id: string) {
  return queryOptions({
    queryKey: ['signature-request', id],
    queryFn: ({ signal }) => call(getSignatureRequest, { params: { id } }, { signal, background: true }),
    refetchInterval: ({ state }) =>
      state.data?.status_overall === 'OPEN' && !isGone(state.error) ? lookAgainAfter() : false,
  })
}

export function eventsQuery(request: SignatureRequest) {
  return queryOptions({
    queryKey: ['signature-request-events', request.id, request.updated_at],
    queryFn: ({ signal }) => call(getEvents, { params: { id: request.id } }, { signal, background: true }),
  })
}

/** A document never changes: each signature makes a new version with an id of its own. */
export function documentQuery(id: string) {
  return queryOptions({
    queryKey: ['document', id],
    queryFn: ({ signal }) => call(getDocument, { params: { id } }, { signal, background: true }),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

export const accountSigning: SigningCalls = {
  hasAccount: true,
  visitor: null,
  onNews: (listener) => news.subscribe(listener),
  async sign(body, idempotencyKey) {
    const { signatures } = await call(sign, { body }, { idempotencyKey, background: true })
    return signatures[0]
  },
  status: (id, sigId) => call(getSigningStatus, { params: { id, sigId } }, { background: true }),
}
