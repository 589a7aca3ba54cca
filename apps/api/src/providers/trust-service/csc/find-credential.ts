import { attempt } from '@countersign/pdf-signature/cms/cms-error.ts'
import { parseCertificate } from '@countersign/pdf-signature/cms/certificates/certificate.ts'
import { qualityMismatch } from '../stepwise/check-signature.ts'
import { StepwiseSigningFailed } from '../stepwise/port.ts'
import type { SigningParty } from '../stepwise/port.ts'
import { service } from './client.ts'
import type { CscClient } from './client.ts'
import { algorithms, CredentialInfo, CredentialList } from './wire.ts'
import type { AlgorithmOid, HeldCredential } from './wire.ts'

// Anyone who has more than these is not looked through.
const most = 20

/** The credential with which this person signs at that level; the first whose certificate says so. */
export async function findCredential(
  client: CscClient,
  party: Extract<SigningParty, { kind: 'person' }>,
): Promise<HeldCredential> {
  const query = { userID: party.person.email }
  const { credentialIDs } = await client.call('/credentials/list', query, CredentialList, 'freely')
  for (const id of credentialIDs.slice(0, most)) {
    const credential = await readCredential(client, id)
    if (credential && isFor(credential, party)) return credential
  }
  throw new StepwiseSigningFailed(
    'identification_required',
    service,
    `no credential for ${party.quality} under ${party.legislation}`,
  )
}

/** Undefined where it is not in use, or signs in a way that we cannot put into a CMS. */
export async function readCredential(client: CscClient, id: string): Promise<HeldCredential | undefined> {
  const query = { credentialID: id, certificates: 'chain', certInfo: true, authInfo: true }
  const { key, cert } = await client.call('/credentials/info', query, CredentialInfo, 'freely')
  const isValid = key.status === 'enabled' && (cert.status ?? 'valid') === 'valid'
  const algorithm = key.algo.find((oid): oid is AlgorithmOid => Object.hasOwn(algorithms, oid))
  return isValid && algorithm ? { id, algorithm, certificates: cert.certificates } : undefined
}

function isFor({ certificates: [own = ''] }: HeldCredential, party: SigningParty): boolean {
  const certificate = attempt(() => parseCertificate(Buffer.from(own, 'base64')))
  if (!certificate || qualityMismatch(certificate, party) !== undefined) return false
  // A qualified one would do for an advanced signature, and cost its holder more than was asked.
  const qualified = { ...party, quality: 'QES' } as SigningParty
  return party.quality === 'QES' || qualityMismatch(certificate, qualified) !== undefined
}
