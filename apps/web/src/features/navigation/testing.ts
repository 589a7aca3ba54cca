import type { User, UserAttributes } from '@countersign/contract/account-shapes.ts'
import type { Access } from '#web/lib/account/access.ts'
import type { Arrival, Visit } from './visit.ts'

/** A user with nothing to settle. */
export function aUser({
  hasSso = false,
  ...attributes
}: Partial<UserAttributes> & { hasSso?: boolean } = {}): User {
  const permission = { canUpdate: true, defaultValue: true }
  const both = { eidas: false, zertes: false }
  return {
    id: '0190a000-0000-7000-8000-000000000001',
    email: 'anna@example.org',
    emailVerified: true,
    pendingEmail: null,
    firstName: 'Anna',
    lastName: 'Keller',
    hasSso,
    companySignInRequired: false,
    hasPassword: true,
    hasSecondFactor: false,
    signatureQualities: {
      demo: { any: true },
      ses: { any: true },
      aes: { any: false },
      aesMinimal: both,
      qes: both,
      seal: { aes: false, qes: false },
    },
    attributes: {
      lang: 'en',
      timeZone: null,
      mobile: null,
      acceptedGtc: true,
      acceptedBusinessInvite: null,
      acceptedTouSwisscom: false,
      weakPassword: false,
      removedFromBusiness: false,
      businessDeleted: false,
      emailNotificationLevel: 'all',
      defaultLegislation: null,
      defaultQuality: null,
      signerIdentityEmail: null,
      immutableEidFields: [],
      p11SigningName: null,
      p11SigningReason: null,
      celloUcc: null,
      frontendVersion: null,
      freeAccountType: 'free_v1',
      ...attributes,
    },
    freePlan: null,
    permissions: { visualSignatures: { claim: permission, date: permission, std: permission } },
    groupInfo: { groupVersions: {}, groups: [] },
  }
}

const userPage: Access = { roles: ['user'] }

export function anArrival(given: Partial<Arrival> & { href?: string } = {}): Arrival {
  const href = given.href ?? '/dashboard'
  const { pathname, searchParams } = new URL(href, 'http://localhost')
  return {
    path: pathname,
    query: searchParams,
    params: {},
    access: userPage,
    blockedByMaintenance: false,
    bypassesMaintenance: false,
    cookiesWork: true,
    ...given,
    href,
  }
}

/** Nobody is signed in, unless a user is given. */
export function aVisit(given: Partial<Visit> & { href?: string } = {}): Visit {
  return {
    signedIn: Boolean(given.user),
    user: null,
    business: null,
    sso: 'none',
    signedOut: false,
    language: { shown: 'en', cookie: null, browser: [] },
    branch: null,
    identificationOngoing: false,
    linkKept: false,
    accountDeleted: false,
    ...given,
    ...anArrival(given),
  }
}

export const anAdmin = {
  role: 'admin',
  trialExpired: false,
  locked: false,
  memberLocked: false,
  fairFlatMigration: false,
} as const
export const aMember = { ...anAdmin, role: 'member' } as const
