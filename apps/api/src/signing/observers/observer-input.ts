import type { AccountActor } from '#api/platform/actor.ts'
import { wrongField } from '#api/platform/refusal.ts'
import type { Observer, SignatureRequest } from '#api/signing/signature-requests/signature-request.ts'

export const observersAtMost = 50

/** The observers as they were given, over those that are there: a known email stays who it is. */
export function toObservers(
  request: SignatureRequest,
  emails: readonly string[],
  actor: AccountActor,
  path: string,
): Observer[] {
  const own = emails.indexOf(request.owner.email)
  if (own >= 0) throw ownersOwn(`${path}.${own}`)
  const known = new Map(request.observers.map((observer) => [observer.email, observer]))
  return [...new Set(emails)].map((email) => known.get(email) ?? newObserver(request, email, actor))
}

/** One more. The same request where that email looks on already. */
export function withObserver(
  request: SignatureRequest,
  email: string,
  actor: AccountActor,
): SignatureRequest {
  if (request.observers.some((observer) => observer.email === email)) return request
  if (email === request.owner.email) throw ownersOwn('email')
  if (request.observers.length >= observersAtMost)
    throw wrongField('email', 'too_many', `A request has at most ${observersAtMost} observers`)
  return { ...request, observers: [...request.observers, newObserver(request, email, actor)] }
}

function newObserver(request: SignatureRequest, email: string, actor: AccountActor): Observer {
  return {
    id: crypto.randomUUID(),
    email,
    accountId: null,
    language: request.owner.language,
    invitedBy: actor.accountId,
  }
}

function ownersOwn(field: string) {
  return wrongField(field, 'owner', 'The sender sees the request anyway')
}
