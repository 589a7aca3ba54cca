import type * as contract from '@countersign/contract/businesses.ts'
import type { Business, BusinessSettings, SettingsChange } from './business.ts'
import type { Member } from './repository.ts'

export function presentBusiness(business: Business, people: readonly Member[]): contract.Business {
  const ids = (role: Member['role']) =>
    people.filter((one) => one.role === role).map(({ accountId }) => accountId)
  return {
    id: business.id,
    name: business.name,
    email: business.email,
    phone: business.phone,
    createdAt: business.createdAt.toISOString(),
    admins: ids('admin'),
    members: ids('member'),
    settings: presentSettings(business.settings),
  }
}

export function presentSettings({
  part11,
  identifications: { eidas, zertes },
}: BusinessSettings): contract.BusinessSettings {
  return {
    signatureRequests: { part11: { enabled: part11.enabled } },
    licenses: { idents: { eidas: { ...eidas }, zertes: { ...zertes } } },
  }
}

export function readSettings({ signatureRequests, licenses }: contract.SettingsChange): SettingsChange {
  return { part11: signatureRequests?.part11, identifications: licenses?.idents }
}

export function presentMember(member: Member): contract.BusinessMember {
  return {
    id: member.accountId,
    email: member.email,
    firstName: member.firstName,
    lastName: member.lastName,
    role: member.role,
    joinedAt: member.joinedAt.toISOString(),
  }
}
