import type { AdvancedQuality, Legislation } from '@countersign/contract/values.ts'
import type { ServiceHealth } from '#api/providers/http-client/circuit-breaker.ts'
import type { ServiceSignature, SignerIdentity } from '../port.ts'

export type { ServiceHealth } from '#api/providers/http-client/circuit-breaker.ts'

/** In whose name it is signed, and at which level. */
export type SigningParty =
  | { readonly kind: 'service'; readonly quality: 'SES' | 'DEMO'; readonly signer: SignerIdentity }
  | {
      readonly kind: 'person'
      readonly quality: AdvancedQuality
      readonly legislation: Legislation
      readonly person: Person
    }
  | {
      readonly kind: 'seal'
      readonly quality: AdvancedQuality
      readonly legislation: Legislation
      /** By which the trust service knows the organisation's key. */
      readonly sealName: string
      /** Whom its certificate has to name, where that is known. */
      readonly organisation?: string | undefined
    }

export interface Person extends SignerIdentity {
  readonly givenName: string
  readonly surname: string
  /** Two letters. */
  readonly country?: string | undefined
  /** In E.164: +41791234567. */
  readonly mobile?: string | undefined
  /** Serial number of the means of approval at the time of the identification. */
  readonly approvalSerialNumber?: string | undefined
}

export interface DigestOrder {
  /** Unique in the order. */
  readonly id: string
  /** SHA-256 of the byte range. */
  readonly digest: Uint8Array
  /** Shown to who approves. */
  readonly label: string
}

export interface SigningOrder {
  /** The same for each attempt at the same operation, so that the service can tell a retry from a second one. */
  readonly reference: string
  /** At least one; several are signed with one approval. */
  readonly documents: readonly DigestOrder[]
  readonly party: SigningParty
  readonly language: 'en' | 'de' | 'fr' | 'it'
  /** Shown to who approves. */
  readonly message: string
  /** Where the browser comes back to when the approval is a redirect. */
  readonly returnUrl: string
}

/** What the signer has to do elsewhere. `url` is where; without one, their device asks them on its own. */
export interface SigningStep {
  readonly kind: 'CONSENT' | 'REDIRECT' | 'MOBILE_ID'
  readonly url?: string | undefined
  /** What the way back carries, in a REDIRECT: by it the signing is found again. */
  readonly state?: string | undefined
  /** Until when `url` may be opened, where the service says so. */
  readonly urlExpiresAt?: Date | undefined
}

export type Progress =
  | {
      readonly kind: 'waiting'
      /** Needed to continue, in any process; a secret. */
      readonly ticket: string
      readonly step: SigningStep
      readonly expiresAt: Date
    }
  | {
      readonly kind: 'signed'
      readonly signatures: readonly SignedDigest[]
      readonly approval: Approval
    }

export interface SignedDigest extends ServiceSignature {
  /** Of the digest in the order. */
  readonly id: string
}

/** What the service told of the approval; evidence. */
export interface Approval {
  readonly transaction?: string | undefined
  readonly serialNumber?: string | undefined
  readonly consentSerialNumber?: string | undefined
}

/**
 * A trust service that may want the signer's approval before it signs. Everything it gives has been verified: the CMS
 * over the digest, with a time-stamp, by a certificate of the quality and legislation asked for that chains to an
 * anchor. What goes wrong is a StepwiseSigningFailed, or a TimestampUnavailable where we stamp ourselves.
 */
export interface StepwiseTrustService {
  readonly name: string
  /** Its approval leads the signer's browser to a page of its own and back. */
  readonly redirects?: boolean
  begin(order: SigningOrder): Promise<Progress>
  /** Goes on: `query` is what the browser came back with in a REDIRECT; without it, asks whether it is done. */
  proceed(ticket: string, query?: string): Promise<Progress>
  /** Lets go of what is under way, as far as the service knows such a thing. */
  cancel(ticket: string): Promise<void>
  anchors(): Promise<readonly Uint8Array[]>
  health(): ServiceHealth
}

export type StepwiseFailure =
  /** The order is not one to be signed so: a mistake of ours, or something is missing. */
  | 'order_invalid'
  /** More than the signer's means sign: what is asked of them has to be divided. */
  | 'too_many_documents'
  /** Not reachable or out of order; the same order may be given again. */
  | 'unavailable'
  /** It does not know this installation, or what it is to sign with. */
  | 'misconfigured'
  /** Its answer is not one to believe; nothing of it is used. */
  | 'answer_invalid'
  | 'signing_failed'
  | 'mobile_signing_failed'
  | 'serial_number_mismatch'
  | 'identification_required'
  | 'tan_invalid'
  | 'tan_locked'
  | 'cancelled'
  | 'timed_out'

/** No signature came about. `reason` holds the service's own codes and nothing of the signer. */
export class StepwiseSigningFailed extends Error {
  override readonly name = 'StepwiseSigningFailed'
  readonly code: StepwiseFailure
  readonly reason: string

  constructor(code: StepwiseFailure, service: string, reason: string, options?: ErrorOptions) {
    super(`${service}: ${reason}`, options)
    this.code = code
    this.reason = reason
  }
}
