/** A person who signs in. */
export interface Account {
  readonly id: string
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly language: 'en' | 'de' | 'fr' | 'it'
  readonly mobile: string | null
  readonly termsAcceptedAt: Date | null
  readonly celloUcc: string | null
  readonly hasWeakPassword: boolean
}

export type ConfirmationFlow = 'signup' | 'business' | 'sso' | 'eidplus' | 'email'

export const confirmationHours = 24

// Where the mailed link of each flow leads in the web app.
const flowPages: Record<ConfirmationFlow, string> = {
  signup: '/signup/confirm',
  business: '/business/signup/steps',
  sso: '/signup/sso',
  eidplus: '/signup/flows/eidplus/confirm',
  email: '/profile/confirm',
}

/** The page a confirmation link opens: the flow's, or another path of our own that the caller named. */
export function confirmationPath(flow: ConfirmationFlow, named: string | undefined): string {
  return named ?? flowPages[flow]
}
