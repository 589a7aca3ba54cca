import type { Extra } from '@countersign/contract/business-settings.ts'
import { list as listApiUsers } from '#api/business/api-users/repository.ts'
import { listProved } from '#api/business/business-domains/repository.ts'
import { type Business, type BusinessSettings, settingsOf } from '#api/business/businesses/business.ts'
import { listBusinessEvents } from '#api/business/businesses/event-repository.ts'
import type { BusinessSettingsRow } from '#api/platform/db/tables.ts'
import type { Reader } from '#api/platform/db/transaction.ts'
import { list as listSeals } from '#api/business/seals/repository.ts'
import { settingsActions } from './events-repository.ts'

const switches: readonly (readonly [Extra['name'], (settings: BusinessSettings) => boolean])[] = [
  ['part11', ({ part11 }) => part11.enabled],
  ['aes_for_business', ({ aesForBusiness }) => aesForBusiness.enabled],
  [
    'identifications',
    ({ identifications: { eidas, zertes } }) =>
      [eidas, zertes].some((one) => one.payForMembers || one.payForInvitations),
  ],
]

/** What a business has besides the signing of documents, as it stands now. */
export async function findExtras(db: Reader, business: Business): Promise<Extra[]> {
  const actions = await listBusinessEvents(db, business.id, settingsActions)
  const changes = actions.flatMap(({ type, at, data }) =>
    type === 'settings_changed' ? [{ at, after: settingsOf(data['after'] as BusinessSettingsRow) }] : [],
  )
  // Its representative confirms it, and it ends without domains: neither is a change of the settings in the log.
  const aes = await listBusinessEvents(db, business.id, [
    'aes_for_business_confirmed',
    'aes_for_business_ended',
  ])
  const switched = switches.map(([name, isOn]) => {
    const steps =
      name === 'aes_for_business'
        ? aes.map(({ type, at }) => ({ at, isOn: type === 'aes_for_business_confirmed' }))
        : changes.map(({ at, after }) => ({ at, isOn: isOn(after) }))
    return extra(name, isOn(business.settings), sinceWhen(steps))
  })
  const logos = actions.filter(({ type }) => type !== 'settings_changed')
  const logoSince = sinceWhen(logos.map(({ type, at }) => ({ at, isOn: type === 'logo_set' })))
  const seals = (await listSeals(db, business.id)).filter(({ disabledAt }) => disabledAt === null)
  const apiUsers = await listApiUsers(db, business.id)
  const domains = await listProved(db, business.id)
  return [
    ...switched,
    extra('branding', business.logo !== null, logoSince),
    extra('seals', seals.length > 0, earliest(seals.map(({ createdAt }) => createdAt)), seals.length),
    extra('domains', domains.length > 0, null, domains.length),
    extra('api', apiUsers.length > 0, earliest(apiUsers.map(({ createdAt }) => createdAt)), apiUsers.length),
  ]
}

/** When it was switched on last and not off again. */
function sinceWhen(steps: readonly { readonly at: Date; readonly isOn: boolean }[]): Date | null {
  const lastOff = steps.findLastIndex(({ isOn }) => !isOn)
  return steps[lastOff + 1]?.at ?? null
}

function earliest(times: readonly Date[]): Date | null {
  return times.toSorted((a, b) => a.getTime() - b.getTime())[0] ?? null
}

function extra(
  name: Extra['name'],
  enabled: boolean,
  since: Date | null,
  amount: number | null = null,
): Extra {
  return { name, enabled, since: enabled ? (since?.toISOString() ?? null) : null, amount }
}
