import type { User } from '@countersign/contract/account-shapes.ts'
import type { Language } from '@countersign/contract/values.ts'
import type { Access, Role } from '#web/lib/account/access.ts'

/** An address that someone comes to: what is known of it without asking the service. */
export interface Arrival {
  /** '/view/7' */
  readonly path: string
  /** With its query: where one may want to come back to. */
  readonly href: string
  readonly query: URLSearchParams
  /** The parts of the path that vary, such as `id` and `userid`. */
  readonly params: Readonly<Record<string, string | undefined>>
  readonly access: Access
  /** A maintenance that lets nobody work, as far as is known. */
  readonly blockedByMaintenance: boolean
  /** The cookie with which the operators look at the product meanwhile. */
  readonly bypassesMaintenance: boolean
  readonly cookiesWork: boolean
}

/** The same, when it is known who comes. */
export interface Visit extends Arrival {
  readonly signedIn: boolean
  /** Null where nobody is signed in, and where the page does not ask who it is. */
  readonly user: User | null
  readonly business: BusinessFacts | null
  /** What came of a return from the company's provider. */
  readonly sso: 'none' | 'signed-in' | 'link' | 'failed'
  /** The person has just signed out: nothing waits to be gone back to. */
  readonly signedOut: boolean
  /** The wishes that are not in the address. */
  readonly language: {
    readonly shown: Language
    readonly cookie: string | null
    readonly browser: readonly string[]
  }
  readonly branch: { readonly cookie: string; readonly value: string } | null
  /** Asked for on the pages of identification alone. */
  readonly identificationOngoing: boolean
  /** On the pages on which a visitor is identified: this tab holds the link by which they came. */
  readonly linkKept: boolean
  readonly accountDeleted: boolean
}

/** What a rule says of a visit. Null: nothing. */
export type Decision =
  // These end it: another address, or another page in its place.
  | {
      readonly kind: 'redirect'
      readonly to: string
      readonly message?: 'business.not_allowed'
      /** Come back to once what is asked for there is done. */
      readonly keep?: string
    }
  /** To sign-in; `keep` is come back to afterwards. */
  | { readonly kind: 'sign-in'; readonly keep: string | null }
  /** To where one wanted to go before signing in. */
  | { readonly kind: 'return' }
  | { readonly kind: 'not-found' }
  /** A token in the address: it leaves the address, and the visitor is asked whether that is who they are. */
  | { readonly kind: 'offer-session'; readonly token: string | null; readonly to: string }
  /** Another branch of a split test: the page is loaded again with it. */
  | { readonly kind: 'switch-branch'; readonly cookie: string; readonly value: string }
  // These are done on the way.
  | { readonly kind: 'keep-exits'; readonly requestId: string; readonly query: URLSearchParams }
  | { readonly kind: 'keep-email'; readonly given: string }
  | { readonly kind: 'language'; readonly language: Language }
  /** A dialog comes first; the page waits behind it. */
  | { readonly kind: 'block'; readonly dialog: BlockingDialog }

export type BlockingDialog =
  | 'accept-terms'
  | 'business-invitation'
  | 'locked-member'
  | 'business-downgraded'
  | 'fair-flat-migration'
  | 'free-migration'

export type ArrivalRule = (arrival: Arrival) => Decision | null
export type Rule = (visit: Visit) => Decision | null

/** What the rules have to know of the business someone belongs to; null for a personal account. */
interface BusinessFacts {
  readonly role: Extract<Role, 'member' | 'admin'>
  /** The trial is over and no payment method is there. */
  readonly trialExpired: boolean
  /** The business is locked. */
  readonly locked: boolean
  /** There is no seat for this person, or the business of this member is locked. */
  readonly memberLocked: boolean
  /** Its admins are offered the new price plan in place of their old one. */
  readonly fairFlatMigration: boolean
}
