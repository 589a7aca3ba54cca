import type { ValidationMaterial } from '#api/providers/trust-service/port.ts'

/** Who says what existed when (RFC 3161). */
export interface TimestampAuthority {
  /** A verified token over a SHA-256 digest. Throws TimestampUnavailable when there is none to be had. */
  timestamp(digest: Uint8Array): Promise<{ readonly token: Uint8Array }>
  /** Certificates and their status for a token this authority gave. */
  validation(token: Uint8Array): Promise<ValidationMaterial>
  /** Certificates, DER, to which its tokens chain. */
  anchors(): Promise<readonly Uint8Array[]>
}

/** All authorities of an installation as one, and how they do. */
export interface TimestampAuthorities extends TimestampAuthority {
  /**
   * Whether the server of at least one authority responds, and none of these failed when it was last asked for a timestamp.
   * No timestamp is made for it, which may cost money.
   */
  isReachable(): Promise<boolean>
  /** How each authority does, as this process has seen it. */
  states(): readonly TimestampAuthorityState[]
}

export interface TimestampAuthorityState {
  /** Host and path of its address. */
  readonly name: string
  /** Null where it was never asked. */
  readonly isUp: boolean | null
  /** When the certificate of its latest token ends, where there is one. */
  readonly certificateEnds: Date | null
}

export interface TimestampFailure {
  /** The authority's address, without user and query. */
  readonly url: string
  readonly reason: string
}

/** No authority gave a token that verifies; each is named with its reason. */
export class TimestampUnavailable extends Error {
  override readonly name = 'TimestampUnavailable'
  readonly failures: readonly TimestampFailure[]

  constructor(failures: readonly TimestampFailure[], options?: ErrorOptions) {
    const list = failures.map(({ url, reason }) => `${url}: ${reason}`).join('; ')
    super(`No time-stamp could be had (${list || 'no authority is configured'})`, options)
    this.failures = failures
  }
}
