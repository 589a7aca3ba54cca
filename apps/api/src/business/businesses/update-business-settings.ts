import type { AccountActor } from '#api/platform/actor.ts'
import type { Context } from '#api/providers/context.ts'
import { type Transaction, transaction } from '#api/platform/db/transaction.ts'
import { canonical } from '#api/evidence/canonical-json.ts'
import { eventActor, systemActor } from '#api/evidence/append-event.ts'
import { Refusal, wrongField } from '#api/platform/refusal.ts'
import { type Business, changeSettings, type SettingsChange } from './business.ts'
import { readSupportContact, type SupportContactChange } from './contact.ts'
import { appendBusinessEvent } from './append-event.ts'
import { allowAdmin } from './policy.ts'
import * as repository from './repository.ts'
import type { PlanLimits } from './billing-steps.ts'

export interface SettingsInput extends SettingsChange {
  readonly supportContact?: SupportContactChange | undefined
  /** Of the logo that was sent back, null for none; it is changed elsewhere. */
  readonly logoHash?: string | null | undefined
}

/** `actor` is null for the operator's command, who may. What changes nothing is no event. */
export async function updateBusinessSettings(
  context: Pick<Context, 'db' | 'now'> & PlanLimits,
  actor: AccountActor | null,
  businessId: string,
  change: SettingsInput,
): Promise<Business> {
  return transaction(context.db, async (tx) => {
    const business = await repository.lockForNoKeyUpdate(tx, businessId)
    if (actor) await allowAdmin(tx, actor, businessId)
    if (!business) throw new Refusal('not_found')
    refuseOtherLogo(business, change.logoHash)
    const settings = changeSettings(business.settings, change)
    const supportContact = contactIn(business, change)
    const [before, after] = [
      { ...business.settings, supportContact: business.supportContact },
      { ...settings, supportContact },
    ]
    if (canonical(before) === canonical(after)) return business
    if (actor) await refuseTurnedOn(context, tx, business, settings)
    await repository.saveSettings(tx, businessId, settings)
    await repository.save(tx, { ...business, supportContact })
    await appendBusinessEvent(tx, businessId, {
      type: 'settings_changed',
      at: context.now(),
      actor: actor ? eventActor(actor) : systemActor,
      data: { before, after },
    })
    return { ...business, settings, supportContact }
  })
}

/** The operator turns on what they like; an admin what the plan includes. What is on already may be sent back. */
async function refuseTurnedOn(
  context: PlanLimits,
  tx: Transaction,
  { id, settings: before }: Business,
  after: Business['settings'],
): Promise<void> {
  for (const feature of ['part11', 'retention'] as const)
    if (after[feature].enabled && !before[feature].enabled) await context.refuseFeature(tx, id, feature)
}

function refuseOtherLogo(business: Pick<Business, 'logo'>, given: string | null | undefined): void {
  if (given === undefined || given === (business.logo?.hash ?? null)) return
  throw wrongField('settings.companyBranding', 'read_only', 'The logo has its own call')
}

function contactIn({ supportContact }: Business, change: SettingsInput): Business['supportContact'] {
  return change.supportContact ? readSupportContact(supportContact, change.supportContact) : supportContact
}
