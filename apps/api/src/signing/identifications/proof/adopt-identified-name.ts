import { recordMemberChange } from '#api/business/members/record-member-change.ts'
import { eventActor } from '#api/evidence/append-event.ts'
import { find as findAccount } from '#api/identity/accounts/repository.ts'
import { lockOwnAccount } from '#api/identity/accounts/lock-own-account.ts'
import { updateSettings } from '#api/identity/accounts/settings-repository.ts'
import type { AccountActor } from '#api/platform/actor.ts'
import type { Context } from '#api/providers/context.ts'
import { transaction } from '#api/platform/db/transaction.ts'
import { Refusal } from '#api/platform/refusal.ts'
import { appendIdentificationEvent } from '../progress/event-repository.ts'
import { progressOf } from '../progress/progress.ts'
import { findOwn, holderOf } from '../holder.ts'
import { holderKey, type Identification } from '../identification.ts'
import { proveAccount } from './prove-account.ts'
import * as repository from '../repository.ts'

/**
 * The account bears the identified name from now on, which is then no longer typed over. Only of a verification that counts: its
 * number becomes the account's too, and a former one would take the place of the one that was proved since.
 */
export async function adoptIdentifiedName(
  context: Context,
  actor: AccountActor,
  id: string,
): Promise<Identification> {
  return transaction(context.db, async (tx) => {
    const before = await lockOwnAccount(tx, actor.accountId)
    const one = await repository.find(context, tx, id)
    const isOwn = one !== null && holderKey(one.holder) === holderKey(holderOf(actor))
    const own = isOwn ? await findOwn(tx, one.holder) : null
    if (!own || !one?.evidence || progressOf(one, own, context.now()).failure !== null)
      throw new Refusal('not_found')
    const { givenName, surname } = one.evidence
    const after = await updateSettings(tx, actor.accountId, { firstName: givenName, lastName: surname })
    await recordMemberChange(context, tx, { before, after, actor: eventActor(actor) })
    const named = await findAccount(tx, actor.accountId)
    if (named) await proveAccount(context, tx, named, { one, actor })
    await appendIdentificationEvent(tx, id, { type: 'name_taken_over', at: context.now() })
    return one
  })
}
