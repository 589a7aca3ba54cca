/** Why a file is not taken for a trusted list: a closed list. */
export type TrustListErrorCode =
  | 'malformed'
  | 'too_large'
  | 'not_a_trust_list'
  | 'not_signed'
  | 'signature_unsupported'
  | 'signature_invalid'
  | 'signer_unknown'
  /** A newer list of the same territory is among the files. */
  | 'superseded'

/** The only error reading a trusted list throws. */
export class TrustListError extends Error {
  override readonly name = 'TrustListError'
  readonly code: TrustListErrorCode

  constructor(code: TrustListErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
