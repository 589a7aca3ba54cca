import type * as contract from '@countersign/contract/businesses.ts'
import type { Business, Logo } from './business.ts'
import type { Member } from './repository.ts'
import type { SettingsInput } from './update-business-settings.ts'

/** What is known of a business besides itself. */
export interface Surroundings {
  readonly people: readonly Member[]
  /** Open invitations; only admins are told which. */
  readonly invitationIds: readonly string[]
  readonly domains: readonly string[]
}

/** What anyone who asks is told of it; null where only admins are told. */
export type Belongings = Pick<
  contract.Business,
  'seals' | 'dashboard' | 'aes4biz' | 'billing' | 'pricePlan' | 'stripe'
>

export function presentBusiness(
  business: Business,
  { people, invitationIds, domains }: Surroundings,
  role: Member['role'],
  belongings: Belongings,
): contract.Business {
  const ids = (wanted: Member['role']) =>
    people.filter((one) => one.role === wanted).map(({ accountId }) => accountId)
  return {
    id: business.id,
    name: business.name,
    email: business.email,
    phone: business.phone,
    country: business.country,
    createdAt: business.createdAt.toISOString(),
    gtcAcceptedAt: business.termsAcceptedAt?.toISOString() ?? null,
    dpaAcceptedAt: business.dataProcessingAcceptedAt?.toISOString() ?? null,
    admins: ids('admin'),
    members: ids('member'),
    invitedMembers: role === 'admin' ? [...invitationIds] : [],
    domains: [...domains],
    seats: { total: business.seats, used: people.length + invitationIds.length },
    deleteAt: business.deleteAt?.toISOString() ?? null,
    settings: presentSettings(business),
    ...belongings,
  }
}

export function presentLogo({ id, logo }: { id: string; logo: Logo | null }): contract.Logo | null {
  return logo && { url: `/v2/businesses/${id}/logo/${logo.hash}`, width: logo.width, height: logo.height }
}

export function presentPublicInformation(
  business: Pick<Business, 'id' | 'name' | 'logo' | 'supportContact'>,
): contract.PublicInformation {
  const { id, name, supportContact } = business
  return {
    id,
    name,
    logo: presentLogo(business),
    supportContact: { email: supportContact.email ?? null, phone: supportContact.phone ?? null },
  }
}

export function presentSettings(
  business: Pick<Business, 'id' | 'name' | 'logo' | 'supportContact' | 'settings'>,
): contract.BusinessSettings {
  const { part11, identifications, retention, mailAttachments, signerGroups, ...more } = business.settings
  return {
    supportContact: presentPublicInformation(business).supportContact,
    signatureRequests: { part11: { ...part11 }, retention: { ...retention } },
    companyBranding: { logo: presentLogo(business) },
    mailService: {
      attachments: {
        signedDocument: { ...mailAttachments.signedDocument },
        signatureProtocol: { ...mailAttachments.signatureProtocol },
      },
    },
    signerGroups: { ...signerGroups },
    affiliate: { ...more.affiliate },
    mabSettings: { directSign: { ...more.mabDirectSign } },
    userPilot: { ...more.userPilot },
    apiUsers: { sharedRequests: { ...more.apiUsers.sharedRequests } },
    visualSignatures: presentPermissions(more.visualSignatures),
    licenses: { idents: { eidas: { ...identifications.eidas }, zertes: { ...identifications.zertes } } },
  }
}

export function presentPermissions({
  claim,
  date,
  std,
}: Business['settings']['visualSignatures']): contract.BusinessSettings['visualSignatures'] {
  return { claim: { ...claim }, date: { ...date }, std: { ...std } }
}

export function readSettings(given: contract.SettingsChange): SettingsInput {
  return {
    supportContact: given.supportContact,
    part11: given.signatureRequests?.part11,
    retention: given.signatureRequests?.retention,
    mailAttachments: given.mailService?.attachments,
    signerGroups: given.signerGroups,
    affiliate: given.affiliate,
    mabDirectSign: given.mabSettings?.directSign,
    userPilot: given.userPilot,
    apiUsers: given.apiUsers,
    identifications: given.licenses?.idents,
    visualSignatures: given.visualSignatures,
    logoHash: given.companyBranding && hashIn(given.companyBranding.logo),
  }
}

/** Of the address that `presentLogo` makes. */
function hashIn(logo: contract.Logo | null | undefined): string | null | undefined {
  return logo ? (logo.url.split('/').at(-1) ?? '') : logo
}

export function presentMember(member: Member): contract.BusinessMember {
  return {
    id: member.accountId,
    email: member.email,
    firstName: member.firstName,
    lastName: member.lastName,
    role: member.role,
    joinedAt: member.joinedAt.toISOString(),
    locked: member.lockedAt !== null,
  }
}
