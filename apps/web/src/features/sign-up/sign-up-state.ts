import { tabMemory } from '#web/lib/browser/tab-memory.ts'

/**
 * `eidplus`: people who come to identify themselves; their way leads on to the signature standards. `business`: the
 * account begins with a business.
 */
export type SignUpFlow = 'signup' | 'eidplus' | 'business'

/** What the confirmed link opened. */
export interface ConfirmedEmail {
  flow: SignUpFlow
  token: string
  email: string
  /** What was typed so far, should the page be left and come back. */
  firstName?: string
  lastName?: string
}

interface SentMail {
  flow: SignUpFlow
  email: string
  /** When, in milliseconds: another one may be asked for a little later. */
  at: number
  /** Where the person wanted to go: the link that is mailed again leads there too. */
  target?: string
}

export const confirmedEmail = tabMemory<ConfirmedEmail>('sign-up')
export const sentMail = tabMemory<SentMail>('sign-up-mail')
