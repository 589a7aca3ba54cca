import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Participant } from '#api/platform/actor.ts'
import type { Context } from '#api/providers/context.ts'
import { IdentificationFailed } from '#api/providers/identification/port.ts'
import { Refusal } from '#api/platform/refusal.ts'
import { countFailure, refuseThrottled } from '#api/identity/throttles/count-failures.ts'
import { holderOf } from '../holder.ts'
import { holderKey, type Identification, isRunning } from '../identification.ts'
import { moveIdentification, updateOf } from './move-identification.ts'
import * as repository from '../repository.ts'

const limit = { failures: 20, seconds: 3600 }
/** A code is good once: one process asks for what it stands for, and has so long (seconds). */
const turn = { failures: 1, seconds: 60 }
const lookEvery = 100
const looksAtMost = 150

/**
 * The browser is back from ID Austria. The identification has to be one of the person who is signed in here: a way back that was
 * slipped to someone else leads nowhere. A page that is loaded again is answered how it stands.
 */
export async function returnFromIdAustria(
  context: Context,
  actor: Participant,
  query: string,
): Promise<Identification> {
  const holder = holderOf(actor)
  refuseThrottled(await countFailure(context, `id-austria-return:${holderKey(holder)}`, limit))
  const provider = context.identification.named('id-austria')
  const reference = new URLSearchParams(query).get('state')
  const one =
    reference === null ? null : await repository.findByReference(context, context.db, 'id-austria', reference)
  if (!provider || !one || reference === null || holderKey(one.holder) !== holderKey(holder))
    throw new Refusal('not_found')
  if (!isRunning(one.status)) return one
  const way = createHash('sha256').update(query).digest('base64url')
  if (await countFailure(context, `id-austria-code:${reference} ${way}`, turn))
    return untilEnded(context, one, reference)
  try {
    const state = await provider.handleReturn({ reference, returnUrl: one.returnUrl, query })
    return (await moveIdentification(context, one.id, updateOf(state))) ?? one
  } catch (error) {
    if (!(error instanceof IdentificationFailed)) throw error
    context.log.warn({ provider: 'id-austria', failure: error.code, reason: error.reason }, 'no way back')
    // What the browser brought may be used up: whether or not it is, beginning again is the way on.
    const failed = { status: 'failure', failure: { code: 'provider_failed', isRetryable: true } } as const
    return (await moveIdentification(context, one.id, failed)) ?? one
  }
}

/** A page that is loaded twice asks twice, at any process: the second waits for what the first finds out. */
async function untilEnded(
  context: Context,
  before: Identification,
  reference: string,
): Promise<Identification> {
  for (let looks = 0; looks < looksAtMost; looks += 1) {
    const one = await repository.findByReference(context, context.db, 'id-austria', reference)
    if (!one || !isRunning(one.status)) return one ?? before
    await pause(lookEvery)
  }
  return before
}
