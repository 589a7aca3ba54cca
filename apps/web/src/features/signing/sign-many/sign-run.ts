import { getSigningStatus } from '@countersign/contract/signature-requests.ts'
import type { SignatureRequest, SigningStatus } from '@countersign/contract/signature-request-shapes.ts'
import { sign } from '@countersign/contract/signing.ts'
import type { Language } from '@countersign/contract/values.ts'
import { pollUntilDone } from '../poll.ts'
import { openSignature } from '../sign-body.ts'
import { call, randomKey } from '#web/lib/api.ts'
import { isCallError } from '#web/lib/call-error.ts'
import { createStore } from '#web/lib/store.ts'

export type Outcome =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'signed' }
  /** The code of a failed signing, or the key of a refused call. */
  | { readonly kind: 'failed'; readonly code: string }

export interface SignItem {
  readonly request: SignatureRequest
  readonly outcome: Outcome
}

export interface SignOptions {
  /** The id of a kept visual signature; null is the name alone. */
  readonly visual: string | null
  readonly language: Language
}

/**
 * What is being signed, or was last; null before the first. It is kept here and not by what shows it: whoever closes that
 * has asked for all of it all the same.
 */
export const signRun = createStore<readonly SignItem[] | null>(null)

export function isRunning(items: readonly SignItem[] | null): boolean {
  return items?.some(({ outcome }) => outcome.kind === 'waiting') ?? false
}

const atOnce = 3

/** Signs all of them, a few at a time. One that fails keeps no other from being signed. */
export async function signAll(requests: readonly SignItem['request'][], options: SignOptions): Promise<void> {
  if (isRunning(signRun.get())) return
  signRun.set(requests.map((request) => ({ request, outcome: { kind: 'waiting' } })))
  const stay = (event: BeforeUnloadEvent) => event.preventDefault()
  window.addEventListener('beforeunload', stay)
  const queue = [...requests]
  const work = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) note(next.id, await signOne(next, options))
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  window.removeEventListener('beforeunload', stay)
}

function note(id: string, outcome: Outcome): void {
  const items = signRun.get() ?? []
  signRun.set(items.map((item) => (item.request.id === id ? { ...item, outcome } : item)))
}

async function signOne(request: SignItem['request'], { visual, language }: SignOptions): Promise<Outcome> {
  const visualSignature = visual === null ? null : { id: visual }
  const body = {
    signatureRequests: [
      {
        signatureRequestId: request.id,
        signatureId: openSignature(request),
        documentSignatures: request.documents.map(({ id }) => ({ documentId: id, visualSignature })),
      },
    ],
    language,
  }
  // The same act, however often it has to be sent.
  const idempotencyKey = randomKey()
  const send = async () => (await call(sign, { body }, { idempotencyKey, background: true })).signatures[0]
  try {
    const first = await insist(send)
    const outcome = await pollUntilDone({
      first,
      ask: () => statusOf(request.id, first),
      wait: (milliseconds) => pause(milliseconds).then(() => true),
      now: () => Date.now(),
      isPassing,
    })
    if (outcome?.kind === 'failed') return { kind: 'failed', code: outcome.error }
    return outcome?.kind === 'declined' ? { kind: 'failed', code: 'declined' } : { kind: 'signed' }
  } catch (failure) {
    return { kind: 'failed', code: isCallError(failure) ? failure.key : 'signing_failed' }
  }
}

function statusOf(id: string, first: SigningStatus | undefined): Promise<SigningStatus> {
  return call(getSigningStatus, { params: { id, sigId: first?.signatureId ?? '' } }, { background: true })
}

/** Nobody knows whether it arrived: the same act is sent again, for a while. */
async function insist<Answer>(act: () => Promise<Answer>): Promise<Answer> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await act()
    } catch (failure) {
      if (!isPassing(failure) || tries === 5) throw failure
      await pause(tries * 1000)
    }
  }
}

function isPassing(failure: unknown): boolean {
  return (
    isCallError(failure) &&
    (failure.status === 0 || failure.status >= 500 || failure.key === 'idempotency.running')
  )
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
