import { detachedCms } from '../pki/detached-cms.ts'
import type { DigestName } from '../pki/detached-cms.ts'
import { ownOcspResponse } from '../pki/own-status.ts'
import { generateKey } from '../time-stamp-authority/certificates.ts'
import type { Identity } from '../time-stamp-authority/certificates.ts'
import { certificateRevocationList } from '../time-stamp-authority/revocation.ts'
import type { TrustServiceContext } from './context.ts'
import type { KeyProfile } from './keys.ts'
import type { TamperingMode } from './tampering-modes.ts'

export type ToSign = {
  profile: KeyProfile
  digest: Buffer
  algorithm: DigestName
  withTimestamp: boolean
  tampered?: TamperingMode | undefined
}

/** What a certificate is issued for; a tampered one is of the lesser quality. */
export const issuedProfile = (profile: KeyProfile, tampered?: TamperingMode): KeyProfile =>
  tampered === 'wrong_quality' ? { ...profile, quality: 'AES' } : profile

export function makeSignature(
  { authority, timeStamps }: TrustServiceContext,
  signer: Identity,
  { profile, digest, algorithm, withTimestamp, tampered }: ToSign,
): Buffer {
  const isStamped = withTimestamp && tampered !== 'no_timestamp'
  return detachedCms({
    signer: tampered === 'bad_signature' ? { ...signer, key: generateKey() } : signer,
    issuing: authority.branches[profile.legislation].issuing,
    digest: tampered === 'wrong_digest' ? Buffer.alloc(digest.length) : digest,
    // The hash that was sent, as if it were one by another algorithm.
    algorithm: tampered === 'wrong_algorithm' ? 'sha512' : algorithm,
    unit: isStamped ? timeStamps.units.tsa : undefined,
    now: new Date(),
  })
}

/** What tells the status of the signer, its issuer and the time-stamping unit. */
export function statusOf(
  { authority, timeStamps }: TrustServiceContext,
  { legislation }: KeyProfile,
  signer: Identity,
): { ocsps: Buffer[]; crls: Buffer[] } {
  const { root, issuing, responder } = authority.branches[legislation]
  const now = new Date()
  return {
    ocsps: [
      ownOcspResponse({ root: issuing, responder }, signer, now),
      ownOcspResponse(timeStamps, timeStamps.units.tsa, now),
    ],
    crls: [certificateRevocationList({ root }, now)],
  }
}
