import type { Legislation } from '@countersign/contract/values.ts'
import type { ServiceHealth } from '#api/providers/http-client/circuit-breaker.ts'

export type ProviderName = 'srs' | 'intrum' | 'id-austria'
export type IdentificationMethod = 'video' | 'robo' | 'autoident' | 'id-austria' | 'loc' | 'external-sc'

/** Whom we believe it is; the provider finds out who it is. */
export interface PersonToIdentify {
  readonly givenName: string
  readonly surname: string
  readonly email: string
  /** In E.164: +41791234567. */
  readonly mobile: string
  readonly language: 'en' | 'de' | 'fr' | 'it'
  /** 1990-12-31 */
  readonly birthDate?: string | undefined
}

export interface IdentificationOrder {
  /** Our own. The same for each try at the same order, so that a provider can tell a try from a second order. */
  readonly id: string
  readonly method: IdentificationMethod
  readonly person: PersonToIdentify
  readonly legislation: Legislation
  /**
   * Where the browser comes back to, with whatever query. ID Austria comes back to addresses that were registered there,
   * letter by letter, and adds `state` (the reference) and `code` or `error`.
   */
  readonly returnUrl: string
  /** Where the provider tells us how it stands. ID Austria tells nobody. */
  readonly webhookUrl: string
}

export interface StartedIdentification {
  /** By which the provider knows it, and by which it is found again. It may be seen in addresses: nothing is allowed by it. */
  readonly reference: string
  /** The person's page at the provider. Anyone who has it can be identified in this order's name: a secret. */
  readonly url: string
  /** When the page is good no more. */
  readonly expiresAt: Date
}

export type FailureCode =
  /** The person stopped. */
  | 'cancelled'
  /** The line broke, the picture was bad, or nobody was there. */
  | 'aborted'
  /** They are who they are, but the document is not taken: of a wrong kind, worn, unreadable. */
  | 'document_rejected'
  | 'document_expired'
  /** It could not be made sure who they are. */
  | 'not_identified'
  | 'fraud_suspected'
  /** Identified, but with less certainty than a qualified signature takes. */
  | 'level_too_low'
  /** Nobody came in time. */
  | 'expired'

export interface IdentificationFailure {
  readonly code: FailureCode
  /** Whether it is worth the person's while to begin again. */
  readonly isRetryable: boolean
}

export interface IdentityDocument {
  readonly kind: 'passport' | 'identity_card' | 'residence_permit' | 'driving_licence' | 'eid' | 'other'
  readonly number?: string | undefined
  /** Two letters. */
  readonly country: string
  /** 2030-12-31; the last day on which it is good. */
  readonly expiresAt?: string | undefined
}

/** Who it was, as found by the provider. The names may be others than those in the order: who uses it has to look. */
export interface IdentificationEvidence {
  readonly evidenceId: string
  /** The level of the signatures it enables (eIDAS art. 8 "high" is QES). */
  readonly level: 'QES' | 'AES'
  readonly legislation: Legislation
  readonly givenName: string
  readonly surname: string
  /** 1990-12-31 */
  readonly birthDate?: string | undefined
  /** The nationality, or where that is not known the document's; two letters. */
  readonly country?: string | undefined
  /** In E.164, as it was proven. */
  readonly mobile?: string | undefined
  readonly document: IdentityDocument
  /** Serial number of the means of approval that was bound to the person. */
  readonly approvalSerialNumber?: string | undefined
  readonly identifiedAt: Date
}

/** A status we do not know counts as initialized. Success and failure are final. */
export type IdentificationState =
  | { readonly status: 'initialized' | 'inprogress' | 'review' }
  | { readonly status: 'failure'; readonly failure: IdentificationFailure }
  | { readonly status: 'success'; readonly evidence: IdentificationEvidence }

export interface Webhook {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  /** The bytes as they came: the signature is over them. */
  readonly rawBody: Uint8Array
}

export interface WebhookEvent {
  /** Of this delivery alone; a provider's second try of it has the same, or another. */
  readonly deliveryId: string
  readonly reference: string
  readonly state: IdentificationState
}

export interface ProviderReturn {
  readonly reference: string
  /** As in the order. */
  readonly returnUrl: string
  /** The query the browser came back with. */
  readonly query: string
}

/**
 * Finds out who someone is. What goes wrong with the provider is an IdentificationFailed; that someone was not
 * identified is a state.
 */
export interface IdentificationProvider {
  readonly name: ProviderName
  /** What it identifies by, and under which law its evidence counts. */
  readonly methods: readonly IdentificationMethod[]
  readonly legislation: Legislation
  start(order: IdentificationOrder): Promise<StartedIdentification>
  /** How it stands. ID Austria cannot be asked: there it is `inprogress` until the browser is back. */
  find(reference: string): Promise<IdentificationState>
  /**
   * The browser is back. What it brought to ID Austria's return address is used up by this call, so its answer is to be
   * kept; elsewhere this asks as `find` does. Only for the one who was sent there: a stranger's way back is not theirs.
   */
  handleReturn(exchange: ProviderReturn): Promise<IdentificationState>
  /** Throws WebhookRefused unless the provider signed it just now. What came before is read as it was. */
  readWebhook(webhook: Webhook): WebhookEvent
  /** The provider forgets it; no error where it has already. */
  remove(reference: string): Promise<void>
  health(): ServiceHealth
}

/** The providers that are set up; none on many an installation. */
export interface IdentificationProviders {
  named(name: string): IdentificationProvider | null
  all(): readonly IdentificationProvider[]
}

export type IdentificationFailureKind =
  /** Not reachable or out of order; the same may be asked again. */
  | 'unavailable'
  /** It does not know this installation. */
  | 'misconfigured'
  /** It will not: the order is not one it takes, or it knows no such reference. */
  | 'refused'
  /** Its answer is not one to believe; nothing of it is used. */
  | 'answer_invalid'

/** The provider did not do what it was asked. `reason` holds its codes and nothing of the person, no key and no address. */
export class IdentificationFailed extends Error {
  override readonly name = 'IdentificationFailed'
  readonly code: IdentificationFailureKind
  readonly reason: string

  constructor(
    code: IdentificationFailureKind,
    provider: ProviderName,
    reason: string,
    options?: ErrorOptions,
  ) {
    super(`${provider}: ${reason}`, options)
    this.code = code
    this.reason = reason
  }
}

/** Not the provider's, or not from now: to be answered as something that is not known, and to change nothing. */
export class WebhookRefused extends Error {
  override readonly name = 'WebhookRefused'
}
