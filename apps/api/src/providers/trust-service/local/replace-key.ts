import type { LocalAuthority, ReplaceableRole } from './authority.ts'
import type { Identity } from './identity.ts'

/** Why a certificate no longer counts (RFC 5280 §5.3.1). */
export const revocationReasons = {
  unspecified: 0,
  'key-compromise': 1,
  superseded: 4,
  'cessation-of-operation': 5,
} as const
export type RevocationReason = keyof typeof revocationReasons

export interface ReplacedKey {
  readonly before: Identity
  readonly after: Identity
}

/**
 * Issues a new key and certificate for a role; every process signs with it from the next signature on. The one before is
 * revoked first, if a reason is given: should the new one fail to be issued, the next signature issues it. Signatures
 * made and timestamped before the revocation stay valid (ETSI EN 319 102-1 §5.2.6).
 */
export async function replaceKey(
  authority: LocalAuthority,
  role: ReplaceableRole,
  revoked: RevocationReason | null,
): Promise<ReplacedKey> {
  await authority.reload()
  const before = await authority.current(role)
  if (revoked !== null)
    await authority.store.revoke(before.certificate.serialNumber, authority.now(), revocationReasons[revoked])
  return { before, after: await authority.replace(role, before) }
}
