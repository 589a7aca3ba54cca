import type { ApiEnvironment, ApiScope, Language } from '@countersign/contract/values.ts'

interface CallOrigin {
  /** The address the call came from, and what it said of itself: kept in the evidence. */
  readonly address: string
  readonly userAgent: string
}

export interface AccountActor extends CallOrigin {
  readonly kind: 'account'
  readonly accountId: string
  /** The session the call came with. */
  readonly sessionId: string
  readonly email: string
  readonly name: string
  readonly language: Language
  /** Where it is the account of an API user, which acts by a token in place of a session. */
  readonly apiUser?: { readonly id: string; readonly username: string } | undefined
}

/** A no-account signer: came by the link, knows its secret. */
export interface LinkActor extends CallOrigin {
  readonly kind: 'link'
  readonly requestId: string
  readonly signatureId: string
  /** Where the signature is asked of a group: which of its members. */
  readonly memberId: string | null
  readonly email: string
  readonly name: string
  readonly language: Language
}

/** A program of a business: came with the token that it got for its key. */
export interface ApiUserActor extends CallOrigin {
  readonly kind: 'api-user'
  readonly apiUserId: string
  readonly username: string
  readonly businessId: string
  /** The account that takes part in requests for it. */
  readonly accountId: string
  /** Its business's. */
  readonly name: string
  readonly language: Language
  readonly environment: ApiEnvironment
  /** What its key opens. */
  readonly scopes: readonly ApiScope[]
}

export interface AnonymousActor extends CallOrigin {
  readonly kind: 'nobody'
}

/** Who makes a call. */
export type Actor = AccountActor | LinkActor | ApiUserActor | AnonymousActor

/** Who may have a part in a signature request. */
export type Participant = AccountActor | LinkActor
