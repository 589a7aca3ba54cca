export interface SignerIdentity {
  readonly name: string
  readonly email: string
}

/** DER of what a validator needs later, as it goes into the document security store. */
export interface ValidationMaterial {
  readonly certificates: readonly Uint8Array[]
  readonly ocsps: readonly Uint8Array[]
  readonly crls: readonly Uint8Array[]
}

export interface SignatureOrder {
  /** SHA-256 of the byte range. */
  readonly digest: Uint8Array
  readonly quality: 'SES' | 'DEMO'
  readonly signer: SignerIdentity
  /** An RFC 3161 token over a SHA-256 digest. What it throws goes through: no time-stamp, no signature. */
  readonly timestamp: (digest: Uint8Array) => Promise<Uint8Array>
}

export interface ServiceSignature {
  /** Detached CMS with a signature-time-stamp, ready for /Contents. */
  readonly cms: Uint8Array
  /** The signer's certificate, DER. */
  readonly certificate: Uint8Array
  /** For the signer's chain; the time-stamp's is the time-stamp authority's to give. */
  readonly validation: ValidationMaterial
}

/** Who signs: an own authority, or a trust service elsewhere. */
export interface TrustService {
  sign(order: SignatureOrder): Promise<ServiceSignature>
  /** Certificates, DER, to which this service's signatures chain. */
  anchors(): Promise<readonly Uint8Array[]>
  /** The certificates, DER, that it signs for any signer with, past ones too: none of them names the signer. */
  sharedCertificates(): Promise<readonly Uint8Array[]>
}

/** The service did not sign what isn't in order. */
export class SigningFailed extends Error {
  override readonly name = 'SigningFailed'
  readonly code = 'order_invalid'
}
