import type { Certificate } from '../cms/certificates/certificate.ts'

/** A trusted list (ETSI TS 119 612), its signature verified, as far as validation asks for it. */
export interface TrustList {
  /** ISO 3166 code of the territory; EU for the list of lists. */
  readonly territory: string
  /** It names the other lists and who signs them. */
  readonly isListOfLists: boolean
  readonly schemeOperator: string
  readonly sequenceNumber: number
  readonly issuedAt: Date
  /** Null for a list that was closed. */
  readonly nextUpdate: Date | null
  readonly services: readonly TrustService[]
  /** What it says of other lists: where they are and who signs them. */
  readonly pointers: readonly TrustListPointer[]
}

export interface TrustListPointer {
  readonly territory: string
  readonly location: string
  /** DER of the certificates of its signers. */
  readonly signers: readonly Uint8Array[]
}

/** A trust service with its status through time. */
export interface TrustService {
  readonly provider: string
  readonly name: string
  /** Last parts of its type's identifier, e.g. CA/QC, TSA/QTST. */
  readonly type: string
  readonly certificates: readonly Certificate[]
  /** Newest first; each holds until the one before it starts. */
  readonly periods: readonly ServicePeriod[]
}

export interface ServicePeriod {
  /** Last part of the status's identifier: granted, withdrawn, undersupervision, accredited … */
  readonly status: string
  readonly from: Date
  /** For signatures, seals or web sites; empty where it does not say. */
  readonly purposes: readonly string[]
  readonly qualifiers: readonly Qualifier[]
}

/** Qualifications extension (ETSI TS 119 612 §5.5.9.2): says more of certificates that meet its criteria. */
export interface Qualifier {
  /** Last parts of the identifiers: QCWithSSCD, QCForESeal, NotQualified … */
  readonly names: readonly string[]
  readonly criteria: Criteria
}

/** Criteria list (ETSI TS 119 612 §5.5.9.2.2.1). */
export interface Criteria {
  readonly assert: 'all' | 'atLeastOne' | 'none'
  readonly criteria: readonly Criterion[]
}

export type Criterion =
  /** Bits of keyUsage with the value that each must have. */
  | { readonly kind: 'keyUsage'; readonly bits: readonly { readonly bit: number; readonly value: boolean }[] }
  /** Object identifiers, all of which the certificate must have. */
  | {
      readonly kind: 'policies' | 'extendedKeyUsage' | 'subjectAttributes'
      readonly identifiers: readonly string[]
    }
  | { readonly kind: 'list'; readonly list: Criteria }
  /** Not evaluated here. */
  | { readonly kind: 'unknown' }
