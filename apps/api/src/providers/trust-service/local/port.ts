/** What is below the authorities: a new key for one of these changes nothing that others trust. */
export const replaceableRoles = ['service', 'ocsp', 'demo'] as const
export type ReplaceableRole = (typeof replaceableRoles)[number]

/** The others of them are self-signed: no list that a validator reads names those (RFC 5280 §3.3). */
export const revocableRoles = ['service', 'ocsp'] as const satisfies readonly ReplaceableRole[]

/** Why a certificate no longer counts (RFC 5280 §5.3.1). */
export const revocationReasons = {
  unspecified: 0,
  'key-compromise': 1,
  superseded: 4,
  'cessation-of-operation': 5,
} as const
export type RevocationReason = keyof typeof revocationReasons

export interface SigningKey {
  /** Role and number in its series: `service-2` replaces `service-1`. */
  readonly name: string
  readonly state: 'in use' | 'replaced' | 'revoked'
  readonly subject: string
  readonly serialNumber: string
  readonly notBefore: Date
  readonly notAfter: Date
  readonly revokedAt: Date | null
}

/** The keys and certificates of the installation's own authority, for its operator. */
export interface SigningKeys {
  list(): Promise<readonly SigningKey[]>
  /**
   * Issues a new key and certificate for a role; every process signs with it from its next signature on. The one in use is
   * revoked if a reason is given; what was signed and timestamped before that stays valid (ETSI EN 319 102-1 §5.2.6).
   */
  replace(
    role: ReplaceableRole,
    revoked: RevocationReason | null,
  ): Promise<{ readonly before: SigningKey; readonly after: SigningKey }>
  /** Revokes the certificate of a key that was replaced before. @throws NotRevocable for every other one. */
  revoke(name: string, reason: RevocationReason): Promise<SigningKey>
}
