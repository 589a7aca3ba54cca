import type { FindingCode } from '../finding-codes.ts'

/** Main indication of ETSI EN 319 102-1 §5.1.3. */
export type Indication = 'TOTAL_PASSED' | 'TOTAL_FAILED' | 'INDETERMINATE'

/** Why a signature did not pass: ETSI EN 319 102-1 Tables 5 and 6, as far as it comes up for a PDF. */
export type SubIndication =
  | 'FORMAT_FAILURE'
  | 'HASH_FAILURE'
  | 'SIG_CRYPTO_FAILURE'
  | 'REVOKED'
  | 'NOT_YET_VALID'
  | 'SIG_CONSTRAINTS_FAILURE'
  | 'CHAIN_CONSTRAINTS_FAILURE'
  | 'CRYPTO_CONSTRAINTS_FAILURE'
  | 'CRYPTO_CONSTRAINTS_FAILURE_NO_POE'
  | 'NO_SIGNING_CERTIFICATE_FOUND'
  | 'NO_CERTIFICATE_CHAIN_FOUND'
  | 'REVOKED_NO_POE'
  | 'REVOKED_CA_NO_POE'
  | 'OUT_OF_BOUNDS_NO_POE'
  | 'OUT_OF_BOUNDS_NOT_REVOKED'
  | 'TIMESTAMP_ORDER_FAILURE'
  | 'TRY_LATER'
  | 'GENERIC'

/** PAdES baseline levels (ETSI EN 319 142-1 §6). */
export type BaselineLevel = 'B-B' | 'B-T' | 'B-LT' | 'B-LTA'

/** Something to tell people: a code of a closed list and what is in its sentence; the wording is the reader's. */
export interface Finding {
  readonly code: FindingCode
  /** Values as the file or certificate states them: to be escaped like any text of others. */
  readonly parameters?: Readonly<Record<string, string>>
}

/** A part of a page as displayed, from its top left corner: 0 to 1 of its width and of its height. */
export interface ChangedArea {
  /** From 1. */
  readonly page: number
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** What happened to the file after a signature; one entry for each change. */
export interface Change {
  readonly kind: ChangeKind
  readonly permitted: boolean
  /** It can be seen on a page, printed or not. */
  readonly visible: boolean
  /** Revision of the file it came with, from 1. */
  readonly revision?: number
  /** Full name of the form field concerned. */
  readonly field?: string
  /** Page concerned, from 1. */
  readonly page?: number
  /** Numbers of the objects concerned, at most twenty. */
  readonly objects?: readonly number[]
  /** The signature itself leaves the field to be filled in: by its certification or by its lock of other fields. */
  readonly isForeseen?: boolean
  /** What the field shows is not what it holds: something else, or permitted, nothing. */
  readonly showsOtherValue?: boolean
  /** A field with a value that this one lies over or under. */
  readonly overlaps?: string
  /** Where it is seen, for what is drawn in a place of its own. */
  readonly areas?: readonly ChangedArea[]
}

export type ChangeKind =
  | 'signature_field_added'
  | 'signature_added'
  | 'document_timestamp_added'
  | 'validation_data_added'
  | 'validation_data_deleted'
  | 'form_filled'
  | 'annotation_added'
  | 'annotation_changed'
  | 'metadata_changed'
  | 'unused_objects_added'
  | 'form_changed'
  | 'page_changed'
  | 'pages_added_or_removed'
  | 'catalog_changed'
  | 'content_changed'
  | 'hidden_objects_added'
  | 'structure_broken'

export interface CertificateSummary {
  readonly subject: string
  readonly issuer: string
  /** Lower-case hexadecimal. */
  readonly serialNumber: string
  readonly notBefore: Date
  readonly notAfter: Date
  /** Lower-case hexadecimal, of the DER. */
  readonly sha256: string
  /** DER. */
  readonly der: Uint8Array
  /** What is known of its revocation at the time it was judged at; `none` for a trust anchor, and where its issuer publishes none. */
  readonly revocation: 'good' | 'revoked' | 'unknown' | 'none'
  readonly revocationSource?: 'ocsp' | 'crl'
  readonly revokedAt?: Date
  readonly isAnchor: boolean
}

/** Names in the signer's certificate, by what they are; those that are there. */
export interface SignerNames {
  readonly commonName?: string
  readonly givenName?: string
  readonly surname?: string
  readonly pseudonym?: string
  readonly organization?: string
  readonly organizationIdentifier?: string
  readonly country?: string
  readonly email?: string
  readonly serialNumber?: string
}

export interface Signer {
  /** The whole subject as people write it, most specific first. */
  readonly subject: string
  /** What to call them: common name, else given name and surname, else organization, else the subject. */
  readonly displayName: string
  readonly names: SignerNames
  readonly certificate: CertificateSummary
}

/** The legal level according to trusted lists (ETSI TS 119 615); `NOT_KNOWN` if no list covers the issuer. */
export interface Qualification {
  readonly result:
    | 'QES'
    | 'QESEAL'
    | 'ADES_QC'
    | 'ADESEAL_QC'
    | 'ADES'
    | 'QUALIFIED_TIMESTAMP'
    | 'TIMESTAMP'
    | 'NOT_KNOWN'
  /** By whose law: of the list that speaks of the issuer. */
  readonly legislation: 'EU' | 'CH' | null
  /** Territory of the list, e.g. CH, DE. */
  readonly territory?: string
  readonly trustServiceProvider?: string
  readonly trustService?: string
}

export interface AlgorithmUse {
  readonly use: 'signature' | 'digest' | 'timestamp' | 'timestamp_digest' | 'certificate'
  /** As people write it: SHA-256, ECDSA P-256, RSA 3072. */
  readonly name: string
  /** Until when it is taken as reliable; absent where no end is set. */
  readonly reliableUntil?: Date
  readonly reliable: boolean
}

export interface SignatureReport {
  /** Full name of the field. */
  readonly field: string
  readonly type: 'signature' | 'timestamp'
  readonly indication: Indication
  readonly subIndication?: SubIndication
  /** Passed, and yet there is a warning that a person should look at before relying on it. */
  readonly withReservation: boolean
  readonly subFilter: string
  readonly format: 'PADES' | 'CMS' | 'TIMESTAMP' | 'UNKNOWN'
  /** Null for a document timestamp, for what is no PAdES baseline signature, and for one that is broken. */
  readonly level: BaselineLevel | null
  /** The signer, or the time-stamp authority of a document timestamp. */
  readonly signer: Signer | null
  /** From the certificate to the anchor, or as far as it goes. */
  readonly chain: readonly CertificateSummary[]
  /** The time the signer claims. */
  readonly signedAt: Date | null
  /** Time of its timestamp, or of the document timestamp itself; only one that verifies and is trusted. */
  readonly timestampAt: Date | null
  readonly timestampAuthority: Signer | null
  /** By when it is proven to have existed, and so the time it was judged at. */
  readonly provenAt: Date
  readonly provenBy: 'timestamp' | 'document_timestamp' | 'validation_time'
  readonly claims: {
    readonly name?: string
    readonly reason?: string
    readonly location?: string
    readonly contact?: string
  }
  readonly qualification: Qualification
  readonly timestampQualification: Qualification | null
  readonly algorithms: readonly AlgorithmUse[]
  /** Number of the revision it signs, from 1; null where its byte range is none. */
  readonly revision: number | null
  readonly coversWholeFile: boolean
  /** The DocMDP permission where it certifies: 1 nothing, 2 filling in and signing, 3 annotating as well. */
  readonly certifies: 1 | 2 | 3 | null
  readonly changesAfter: readonly Change[]
  /** What speaks against it. */
  readonly errors: readonly Finding[]
  /** What to look at before relying on it. */
  readonly warnings: readonly Finding[]
  /** What else is known, for who wants to know. */
  readonly infos: readonly Finding[]
  /** SHA-256 of the DER of its CMS or token, lower-case hexadecimal: its name in reports. */
  readonly id: string
}

export interface RevisionSummary {
  /** From 1. */
  readonly number: number
  /** Offset just after it. */
  readonly end: number
  /** Fields signed with it. */
  readonly signed: readonly string[]
}

export interface TrustListSummary {
  readonly territory: string
  readonly schemeOperator: string
  readonly sequenceNumber: number
  readonly issuedAt: Date
  readonly nextUpdate: Date | null
  /** Past its next update at the time of validation; used all the same. */
  readonly isStale: boolean
}

export interface ValidationReport {
  readonly file: {
    /** Lower-case hexadecimal. */
    readonly sha256: string
    readonly size: number
    readonly pages: number | null
    readonly revisions: readonly RevisionSummary[]
    /** Why nothing more could be read. */
    readonly problem?: 'not_a_pdf' | 'damaged' | 'too_complex' | 'encrypted'
  }
  /** The time it was validated for. */
  readonly validatedAt: Date
  /** In the order in which they were made. */
  readonly signatures: readonly SignatureReport[]
  /** The worst of its signatures and timestamps, as far as these count (`decisive`); `NO_SIGNATURE` without any. */
  readonly overall: Indication | 'NO_SIGNATURE'
  readonly withReservation: boolean
  /** What concerns the file and no signature in particular. */
  readonly warnings: readonly Finding[]
  /** What else there is to say of the file, which is no reason to doubt it. */
  readonly infos: readonly Finding[]
  readonly trustLists: readonly TrustListSummary[]
}
