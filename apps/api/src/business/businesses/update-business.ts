import type { AccountActor } from '#api/platform/actor.ts'
import { renameApiUserAccounts } from '#api/identity/accounts/settings-repository.ts'
import type { Context } from '#api/providers/context.ts'
import { transaction } from '#api/platform/db/transaction.ts'
import { eventActor } from '#api/evidence/append-event.ts'
import { canonical } from '#api/evidence/canonical-json.ts'
import { Refusal } from '#api/platform/refusal.ts'
import type { Business } from './business.ts'
import { readEmail, readSupportContact, type SupportContactChange } from './contact.ts'
import { appendBusinessEvent } from './append-event.ts'
import { allowAdmin } from './policy.ts'
import * as repository from './repository.ts'

/** What is left out stays. */
export interface BusinessChange {
  readonly name?: string | undefined
  readonly email?: string | undefined
  readonly phone?: string | null | undefined
  readonly country?: string | null | undefined
  readonly supportContact?: SupportContactChange | undefined
}

export async function updateBusiness(
  context: Pick<Context, 'db' | 'now'>,
  actor: AccountActor,
  businessId: string,
  given: BusinessChange,
): Promise<Business> {
  return transaction(context.db, async (tx) => {
    const business = await repository.lockForNoKeyUpdate(tx, businessId)
    await allowAdmin(tx, actor, businessId)
    if (!business) throw new Refusal('not_found')
    const changed = change(business, given)
    const [before, after] = [profileOf(business), profileOf(changed)]
    if (canonical(before) === canonical(after)) return business
    await repository.save(tx, changed)
    if (changed.name !== business.name)
      await renameApiUserAccounts(tx, await repository.listApiUserAccounts(tx, businessId), changed.name)
    await appendBusinessEvent(tx, businessId, {
      type: 'business_changed',
      at: context.now(),
      actor: eventActor(actor),
      data: { before, after },
    })
    return changed
  })
}

function change(business: Business, given: BusinessChange): Business {
  const { name, email, phone, country, supportContact } = given
  return {
    ...business,
    ...(name === undefined ? {} : { name }),
    ...(email === undefined ? {} : { email: readEmail(email, 'email') }),
    ...(phone === undefined ? {} : { phone }),
    ...(country === undefined ? {} : { country }),
    ...(supportContact === undefined
      ? {}
      : { supportContact: readSupportContact(business.supportContact, supportContact) }),
  }
}

function profileOf({ name, email, phone, country, supportContact }: Business) {
  return { name, email, phone, country, supportContact }
}
