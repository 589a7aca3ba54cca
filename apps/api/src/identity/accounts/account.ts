import type { Legislation, Quality } from '@countersign/contract/values.ts'
/** A person who signs in. */
export interface Account {
  readonly id: string
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly language: 'en' | 'de' | 'fr' | 'it'
  /** In which emails name times (IANA); null: not known yet. */
  readonly timeZone: string | null
  readonly mobile: string | null
  readonly termsAcceptedAt: Date | null
  readonly celloUcc: string | null
  readonly hasPassword: boolean
  readonly hasWeakPassword: boolean
  /** Asked for, and not confirmed yet. */
  readonly pendingEmail: string | null
  readonly notificationLevel: 'all' | 'essential' | 'none'
  readonly defaultLegislation: Legislation | null
  readonly defaultQuality: Quality | null
  readonly signerIdentityEmail: string | null
  /** Proved by an identification: not to be typed over. */
  readonly immutableFields: readonly ImmutableField[]
  readonly part11SigningName: string | null
  readonly part11SigningReason: string | null
  readonly frontendVersion: string | null
  readonly freeAccountType: 'free_v1' | 'free_migrated' | 'free_legacy'
  readonly trustServiceTermsAcceptedAt: Date | null
  readonly businessInviteAccepted: boolean | null
  readonly removedFromBusiness: boolean
  readonly businessDeleted: boolean
}

export type ImmutableField = 'firstName' | 'lastName' | 'mobile'

export type ConfirmationFlow = 'signup' | 'business' | 'sso' | 'eidplus' | 'email' | 'reset'

/** A link that confirms an address waits for its reader for a day; one that sets a password is worth stealing. */
export const confirmationHours = 24
export const resetHours = 1

// Where the mailed link of each flow leads in the web app.
const flowPages: Record<ConfirmationFlow, string> = {
  signup: '/signup/confirm',
  business: '/business/signup/steps',
  sso: '/signup/sso',
  eidplus: '/signup/flows/eidplus/confirm',
  email: '/profile/confirm',
  reset: '/password-reset/confirm',
}

/** The page a confirmation link opens: the flow's, or another path of our own that the caller named. */
export function confirmationPath(flow: ConfirmationFlow, named: string | undefined): string {
  return named ?? flowPages[flow]
}

/** What is left out stays as it is. */
export interface AccountChange {
  readonly firstName?: string | undefined
  readonly lastName?: string | undefined
  readonly email?: string | undefined
  readonly password?: string | undefined
  readonly language?: Account['language'] | undefined
  readonly timeZone?: string | null | undefined
  readonly mobile?: string | null | undefined
  readonly notificationLevel?: Account['notificationLevel'] | undefined
  readonly defaultLegislation?: Account['defaultLegislation'] | undefined
  readonly defaultQuality?: Quality | null | undefined
  readonly signerIdentityEmail?: string | null | undefined
  readonly part11SigningName?: string | null | undefined
  readonly part11SigningReason?: string | null | undefined
  readonly frontendVersion?: string | null | undefined
}
