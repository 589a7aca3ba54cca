import { attempt } from '@countersign/pdf-signature/cms/cms-error.ts'
import { parseCertificate } from '@countersign/pdf-signature/cms/certificates/certificate.ts'
import { qualityMismatch } from '../stepwise/check-signature.ts'
import { StepwiseSigningFailed } from '../stepwise/port.ts'
import type { SigningParty } from '../stepwise/port.ts'
import { namesPerson } from '../stepwise/names-person.ts'
import type { CscClient } from './client.ts'
import { service } from './service-information.ts'
import { algorithms, CredentialInfo, CredentialList } from './wire.ts'
import type { AlgorithmOid, HeldCredential } from './wire.ts'

// Anyone who has more than these is not looked through.
const most = 20

/**
 * The credential with which this person signs at that level; the first whose certificate says so. With a token, from the
 * credentials of the person who signed in to the service; without one, from those under the signer's email.
 */
export async function findCredential(
  client: CscClient,
  party: Extract<SigningParty, { kind: 'person' }>,
  token: string | undefined,
): Promise<HeldCredential> {
  const query = token === undefined ? { userID: party.person.email } : {}
  const how = { repeat: 'freely', token } as const
  const { credentialIDs } = await client.call('/credentials/list', query, CredentialList, how)
  for (const id of credentialIDs.slice(0, most)) {
    const credential = await readCredential(client, id, token)
    if (credential && isFor(credential, party)) return credential
  }
  throw new StepwiseSigningFailed(
    'identification_required',
    service,
    `no credential of the signer's for ${party.quality} under ${party.legislation}`,
  )
}

/** Undefined where it is not in use, or signs in a way that we cannot put into a CMS. */
export async function readCredential(
  client: CscClient,
  id: string,
  token?: string,
): Promise<HeldCredential | undefined> {
  const query = { credentialID: id, certificates: 'chain', certInfo: true, authInfo: true }
  const how = { repeat: 'freely', token } as const
  const { key, cert } = await client.call('/credentials/info', query, CredentialInfo, how)
  const isValid = key.status === 'enabled' && (cert.status ?? 'valid') === 'valid'
  const algorithm = key.algo.find((oid): oid is AlgorithmOid => Object.hasOwn(algorithms, oid))
  return isValid && algorithm ? { id, algorithm, certificates: cert.certificates } : undefined
}

function isFor(
  { certificates: [own = ''] }: HeldCredential,
  party: Extract<SigningParty, { kind: 'person' }>,
): boolean {
  const certificate = attempt(() => parseCertificate(Buffer.from(own, 'base64')))
  if (!certificate || qualityMismatch(certificate, party) !== undefined) return false
  // The person who signed in to the service may be someone else.
  if (!namesPerson(certificate, party.person)) return false
  // A qualified one would do for an advanced signature, and cost its holder more than was asked.
  const qualified = { ...party, quality: 'QES' } as SigningParty
  return party.quality === 'QES' || qualityMismatch(certificate, qualified) !== undefined
}
