import { getSignatureRequest } from '@countersign/contract/signature-requests.ts'
import { getSigningStatus, sign } from '@countersign/contract/signing.ts'
import type { SignatureRequest, SigningStatus } from '@countersign/contract/signature-request-shapes.ts'
import type { Language } from '@countersign/contract/values.ts'
import type { Part11Words } from '#web/features/approvals/part11-words.ts'
import { isCallError } from '#web/lib/calls/call-error.ts'
import { isOutcomeUnknown } from '#web/lib/calls/unanswered.ts'
import { outcomeAfter } from '../signing/lost-answer.ts'
import { pollUntilDone, type SigningOutcome } from '../signing/poll.ts'
import { hasMissingFields } from '../fields/missing-fields.ts'
import { openSignature } from '../open-signature.ts'
import { documentsToSign } from '../signing/sign-body.ts'
import { approvalsOf } from './approvals-ahead.ts'
import { call, randomKey } from '#web/lib/calls/api.ts'
import { createStore } from '#web/lib/browser/store.ts'

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
  /** Of regulated records. */
  readonly part11?: Part11Words | null
  /** Shows how far it is again, after a step that took the page. */
  readonly onStepTaken?: () => void
}

/**
 * What is being signed, or was last; null before the first. It is kept here and not by what shows it: anyone who closes that
 * has asked for all of it all the same.
 */
export const signRun = createStore<readonly SignItem[] | null>(null)

export function isRunning(items: readonly SignItem[] | null): boolean {
  return items?.some(({ outcome }) => outcome.kind === 'waiting') ?? false
}

const atOnce = 3

/**
 * Signs all of them: those that take no step a few at a time, then the others, those of one kind with one approval, kind by
 * kind. One that fails keeps no other from being signed.
 */
export async function signAll(requests: readonly SignItem['request'][], options: SignOptions): Promise<void> {
  if (isRunning(signRun.get())) return
  signRun.set(requests.map((request) => ({ request, outcome: { kind: 'waiting' } })))
  const stay = (event: BeforeUnloadEvent) => event.preventDefault()
  window.addEventListener('beforeunload', stay)
  for (const { id } of requests.filter(hasMissingFields)) note(id, { kind: 'failed', code: 'fields_missing' })
  const { light, together } = approvalsOf(requests.filter((request) => !hasMissingFields(request)))
  const work = async () => {
    for (let next = light.shift(); next; next = light.shift()) await signTogether([next], options)
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  for (const group of together) await signTogether(group, options)
  window.removeEventListener('beforeunload', stay)
}

function note(id: string, outcome: Outcome): void {
  const items = signRun.get() ?? []
  signRun.set(items.map((item) => (item.request.id === id ? { ...item, outcome } : item)))
}

async function signTogether(group: readonly SignatureRequest[], options: SignOptions): Promise<void> {
  const body = {
    signatureRequests: group.map((request) => ({
      signatureRequestId: request.id,
      signatureId: openSignature(request),
      updatedAt: request.updated_at,
      ...options.part11,
      documentSignatures: documentsToSign(request, openSignature(request)).map(({ id }) => ({
        documentId: id,
        visualSignature: options.visual === null ? null : { id: options.visual },
      })),
    })),
    language: options.language,
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  }
  // The same operation, however often it has to be sent.
  const idempotencyKey = randomKey()
  try {
    const send = () => call(sign, { body }, { idempotencyKey, background: true })
    const { signatures } = await insist(send)
    for (const [index, request] of group.entries()) {
      const answered = signatures.find((one) => one.signatureRequestId === request.id)
      // The approval is one for all of them: what it came to for the first, it is for the others.
      const first =
        index === 0 || !answered?.step ? answered : await statusOf(request.id, answered.signatureId)
      note(request.id, await outcomeFor(request, first, options))
    }
  } catch (failure) {
    await settle(group, failure, options)
  }
}

/** All or none begin. What was signed although its answer was lost is done; without what can’t be signed, the others are. */
async function settle(
  group: readonly SignatureRequest[],
  failure: unknown,
  options: SignOptions,
): Promise<void> {
  const ended = await Promise.all(
    group
      .filter(({ id }) => isWaiting(id))
      .map(async (request) => {
        const ask = () => statusOf(request.id, openSignature(request))
        return { id: request.id, outcome: toShow(await outcomeAfter(failure, ask)) }
      }),
  )
  for (const { id, outcome } of ended) if (outcome.kind === 'signed') note(id, outcome)
  const waiting = ended.filter(({ outcome }) => outcome.kind !== 'signed')
  const fresh = group.length > 1 ? await Promise.all(waiting.map(({ id }) => readAgain(id))) : []
  const isChanged = isCallError(failure, 'request.changed')
  const still = fresh.flatMap((request): SignatureRequest[] => {
    const read = group.find(({ id }) => id === request?.id)
    if (!request?.viewer.can.sign || !read) return []
    // What the sender has changed since it was read isn't signed unseen.
    if (isChanged && request.updated_at !== read.updated_at) return []
    return [{ ...request, updated_at: read.updated_at }]
  })
  const again = still.length < waiting.length ? still : []
  for (const { id, outcome } of waiting) if (!again.some((one) => one.id === id)) note(id, outcome)
  if (again.length > 0) await signTogether(again, options)
}

async function readAgain(id: string): Promise<SignatureRequest | null> {
  return call(getSignatureRequest, { params: { id } }, { background: true }).catch(() => null)
}

async function outcomeFor(
  request: SignatureRequest,
  first: SigningStatus | undefined,
  options: SignOptions,
): Promise<Outcome> {
  const world = {
    wait: (milliseconds: number) => pause(milliseconds).then(() => true),
    isPassing: isOutcomeUnknown,
  }
  try {
    const outcome = await pollUntilDone({
      first,
      ask: () => statusOf(request.id, first?.signatureId),
      ...world,
      takeStep: async (status) => {
        const approvals = await import('#web/features/approvals/approve.ts')
        await approvals.loadApprovalWords()
        const end = await approvals.approve(status, null, world)
        if (end !== 'left') options.onStepTaken?.()
        return end
      },
    })
    return toShow(outcome)
  } catch (failure) {
    return toShow(await outcomeAfter(failure, () => statusOf(request.id, first?.signatureId)))
  }
}

function toShow(outcome: SigningOutcome | null): Outcome {
  if (outcome?.kind === 'signed') return { kind: 'signed' }
  if (outcome?.kind === 'failed') return { kind: 'failed', code: outcome.error }
  return { kind: 'failed', code: outcome?.kind === 'declined' ? 'declined' : 'cancelled' }
}

function isWaiting(id: string): boolean {
  return (
    signRun.get()?.some(({ request, outcome }) => request.id === id && outcome.kind === 'waiting') ?? false
  )
}

function statusOf(id: string, sigId = ''): Promise<SigningStatus> {
  return call(getSigningStatus, { params: { id, sigId } }, { background: true })
}

/** It is unknown whether it arrived: the same operation is sent again, for a while. */
async function insist<Answer>(act: () => Promise<Answer>): Promise<Answer> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await act()
    } catch (failure) {
      if (!isOutcomeUnknown(failure) || tries === 5) throw failure
      await pause(tries * 1000)
    }
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
