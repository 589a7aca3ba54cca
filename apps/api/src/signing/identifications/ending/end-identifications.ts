import { find as findAccount } from '#api/identity/accounts/repository.ts'
import { lockForNoKeyUpdate as lockAccount } from '#api/identity/accounts/lock-repository.ts'
import type { Context } from '#api/providers/context.ts'
import { transaction } from '#api/platform/db/transaction.ts'
import { enqueueMail } from '#api/mail/enqueue-mail.ts'
import type { Identification } from '../identification.ts'
import * as ending from './ending-repository.ts'
import { listForgettable } from './ending-repository.ts'
import * as repository from '../repository.ts'
import { setProved } from '#api/identity/accounts/settings-repository.ts'
import { appendIdentificationEvent } from '../progress/event-repository.ts'
import { listProvenOfAccount, type VerifiedIdentification } from '../proof/verified-identity-repository.ts'
import { forgetAtProvider } from './remove-identification.ts'

const day = 86_400_000
const notices = [60, 14] as const

/**
 * Every day: tells whose identification ends in 60 days, and in 14. What has ended proves nothing of the account any longer,
 * and what nobody needs any longer is forgotten.
 */
export async function endIdentifications(context: Context): Promise<void> {
  const now = context.now()
  for (const id of await ending.listEnding(context.db, now, notices)) {
    try {
      const isOver = isPast(await repository.find(context, context.db, id), now)
      await (isOver ? freeAccount(context, id) : tell(context, id))
    } catch (error) {
      // One that fails does not keep the others from being told; its turn comes again tomorrow.
      context.log.error(
        { err: error, identification: id },
        'nobody could be told that an identification ends',
      )
    }
  }
  await forgetOldIdentifications(context)
}

const isPast = (one: Identification | null, now: Date) => one?.validUntil != null && one.validUntil <= now

/** Of one that was not told of in time, the notice that is due now alone. */
async function tell(context: Context, id: string): Promise<void> {
  await transaction(context.db, async (tx) => {
    const one = await repository.lockForUpdate(context, tx, id)
    if (!one?.validUntil || one.holder.kind !== 'account') return
    const left = one.validUntil.getTime() - context.now().getTime()
    const due = notices.findLast((days) => left <= days * day)
    if (due === undefined || !(await ending.markNotified(tx, id, due))) return
    const account = await findAccount(tx, one.holder.accountId)
    const counting = await listProvenOfAccount(tx, one.holder.accountId)
    // One whose means of approval has changed counts no longer already.
    const proven = counting.find(({ identificationId }) => identificationId === id)
    // Anyone who has been identified again since then need not hear of it.
    if (!account || !proven || counting.some((other) => replaces(other, proven))) return
    await enqueueMail(context, tx, {
      kind: 'identification_ends',
      recipient: account.email,
      language: account.language,
      input: {
        legislation: one.legislation,
        level: proven.level,
        validUntil: one.validUntil.toISOString(),
      },
    })
  })
}

/** For longer, under the same law, and for every signature that the other enables. */
function replaces(one: VerifiedIdentification, other: VerifiedIdentification): boolean {
  return (
    one.validUntil > other.validUntil &&
    one.legislation === other.legislation &&
    (one.level === 'QES' || other.level === 'AES')
  )
}

/** Its names and its number may be typed over again, unless another identification proves them. */
async function freeAccount(context: Context, id: string): Promise<void> {
  await transaction(context.db, async (tx) => {
    const one = await repository.find(context, tx, id)
    if (!one) return
    await ending.markNotified(tx, id, 0)
    if (one.holder.kind !== 'account' || !(await lockAccount(tx, one.holder.accountId))) return
    if (await ending.hasOther(tx, one, one.validUntil)) return
    await setProved(tx, one.holder.accountId, { fields: [] })
  })
}

/**
 * What nobody needs any longer goes, here and at the provider: a guest’s a month after its request has ended, what came to
 * nothing after three months, what has run out after a year. The evidence of the requests stays.
 */
async function forgetOldIdentifications(context: Context): Promise<void> {
  const now = context.now()
  const before = (days: number) => new Date(now.getTime() - days * day)
  const ids = await listForgettable(context.db, {
    guestsEndedBefore: before(30),
    failedBefore: before(90),
    ranOutBefore: before(365),
  })
  for (const id of ids)
    // One that fails keeps no other from being forgotten; its turn comes again tomorrow.
    await forget(context, id).catch((error: unknown) =>
      context.log.error({ err: error, identification: id }, 'an identification could not be forgotten'),
    )
}

async function forget(context: Context, id: string): Promise<void> {
  await transaction(context.db, async (tx) => {
    const one = await repository.remove(tx, id)
    if (!one) return
    await appendIdentificationEvent(tx, id, { type: 'forgotten', at: context.now() })
    await forgetAtProvider(tx, one)
  })
}
