import type { Participant } from '#api/platform/actor.ts'
import type { Context } from '#api/providers/context.ts'
import type { Transaction } from '#api/platform/db/transaction.ts'
import { keyedHash } from '#api/platform/secrets/hash-keys.ts'
import { Refusal } from '#api/platform/refusal.ts'
import { countWithin, forgetCount, readWithin } from '#api/identity/throttles/count-within.ts'
import type { Approval } from '../repository.ts'
import { findGuestEmail } from './tan-repository.ts'

const most = 12
const hour = 3_600_000

/**
 * Codes for one destination, whatever they are for: a stranger's phone could be rung all night otherwise. Counted in
 * the transaction that makes the code.
 */
export async function countCode(context: Context, tx: Transaction, destination: string): Promise<void> {
  const key = `tan:${keyedHash(context.hashKeys, 'tan-destination').update(destination).digest('base64url')}`
  const { count, secondsLeft } = await countWithin(tx, key, { now: context.now(), period: hour })
  if (count > most) throw new Refusal('rate.exceeded', { retryAfter: secondsLeft })
}

// Wrong codes of one signer, whatever they were for: who begins again and again would have five more guesses each time,
// and in the months that a request may be open soon enough of them. A right one lets them start afresh.
const wrongAtMost = 15
const day = 24 * hour

type Holder = Pick<Approval, 'account_id' | 'signature_id' | 'member_id'>

/** A delegated signature keeps its id: the wrong codes of the previous signer don’t count against the new one. */
async function wrongKey(tx: Transaction, holder: Holder): Promise<string> {
  if (holder.account_id) return `tan-wrong:${holder.account_id}`
  const email = await findGuestEmail(tx, holder)
  return `tan-wrong:${holder.member_id ?? holder.signature_id}:${email ?? ''}`
}

export async function countWrongOf(context: Context, tx: Transaction, holder: Holder): Promise<void> {
  await countWithin(tx, await wrongKey(tx, holder), { now: context.now(), period: day })
}

export async function forgetWrongOf(tx: Transaction, holder: Holder): Promise<void> {
  await forgetCount(tx, await wrongKey(tx, holder))
}

/** Seconds until their codes are looked at again; null where they are. */
export async function waitOf(context: Context, tx: Transaction, holder: Holder): Promise<number | null> {
  const key = await wrongKey(tx, holder)
  const { count, secondsLeft } = await readWithin(tx, key, { now: context.now(), period: day })
  return count >= wrongAtMost ? secondsLeft : null
}

/** No new code for the person who has guessed too often. */
export async function enforceAttemptLimit(
  context: Context,
  tx: Transaction,
  actor: Participant,
): Promise<void> {
  const holder =
    actor.kind === 'account'
      ? { account_id: actor.accountId, signature_id: null, member_id: null }
      : { account_id: null, signature_id: actor.signatureId, member_id: actor.memberId }
  const retryAfter = await waitOf(context, tx, holder)
  if (retryAfter !== null) throw new Refusal('rate.exceeded', { retryAfter })
}
