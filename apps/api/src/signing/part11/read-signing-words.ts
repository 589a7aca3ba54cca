import { isOwnName } from '@countersign/contract/plain-name.ts'
import type { Participant } from '#api/platform/actor.ts'
import { find as findAccount } from '#api/identity/accounts/repository.ts'
import type { Reader } from '#api/platform/db/transaction.ts'
import { Refusal, type WrongField } from '#api/platform/refusal.ts'
import { isTimeZone } from '#api/platform/values/time-zone.ts'

export interface SigningWords {
  readonly name: string
  readonly reason: string
  readonly timeZone: string | null
}

/**
 * By what name and for what reason a record is signed (21 CFR 11.50): what was typed, or what the account has set. The
 * name is the signer's own, for who they are was proved before (11.100).
 */
export async function readSigningWords(
  db: Reader,
  actor: Participant,
  given: {
    readonly signingName: string | null
    readonly signingReason: string | null
    readonly timeZone: string | null
  },
): Promise<SigningWords> {
  const account = actor.kind === 'account' ? await findAccount(db, actor.accountId) : null
  if (!account) throw new Refusal('signing.quality_unavailable')
  const name = given.signingName ?? account.part11SigningName ?? `${account.firstName} ${account.lastName}`
  const reason = given.signingReason ?? account.part11SigningReason ?? ''
  const { timeZone } = given
  const fields: WrongField[] = []
  if (!isOwnName(name, account))
    fields.push({ field: 'signingName', code: 'other_name', message: 'It is not the name of the account' })
  if (reason.trim() === '')
    fields.push({ field: 'signingReason', code: 'required', message: 'This field is required' })
  if (timeZone !== null && !isTimeZone(timeZone))
    fields.push({ field: 'timeZone', code: 'unknown', message: 'There is no such time zone' })
  if (fields.length > 0) throw new Refusal('validation.failed', { fields })
  return { name: name.trim(), reason: reason.trim(), timeZone }
}
