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

/** A person approves so often in a row at most, which they have ten minutes for. */
const approvalsAtMost = 5

/**
 * The credential with which this person signs so many documents at that level; of those whose certificate says so, the first that needs
 * the fewest approvals. With a token, from the credentials of the person who signed in to the service; without one, from those under
 * the signer's email.
 */
export async function findCredential(
  client: CscClient,
  party: Extract<SigningParty, { kind: 'person' }>,
  token: string | undefined,
  documents: number,
): Promise<HeldCredential> {
  let best: HeldCredential | undefined
  for (const id of await listCredentials(client, party.person.email, token)) {
    const found = await readCredential(client, id, token)
    if (!found || !isFor(found, party)) continue
    if (!best || approvalsFor(found, documents) < approvalsFor(best, documents)) best = found
    if (approvalsFor(best, documents) === 1) return best
  }
  if (!best)
    throw new StepwiseSigningFailed(
      'identification_required',
      service,
      `no credential of the signer's for ${party.quality} under ${party.legislation}`,
    )
  if (approvalsFor(best, documents) > approvalsAtMost)
    throw new StepwiseSigningFailed(
      'too_many_documents',
      service,
      `the credential takes more than ${approvalsAtMost} approvals for ${documents} documents`,
    )
  return best
}

const approvalsFor = ({ atOnce = documentsAtMost }: HeldCredential, documents: number): number =>
  Math.ceil(documents / atOnce)

/** More than any request has. */
const documentsAtMost = Number.MAX_SAFE_INTEGER

/** Version 1 gives them by pages, of a size that the service chooses (CSC API v1 §11.4). */
async function listCredentials(
  client: CscClient,
  userID: string,
  token: string | undefined,
): Promise<readonly string[]> {
  const query = token === undefined ? { userID } : {}
  const ids: string[] = []
  let pageToken: string | null | undefined
  // A page may be empty: as many pages at the most as there would be with one on each.
  for (let page = 0; page < most && ids.length < most; page++) {
    const asked = pageToken ? { ...query, pageToken } : query
    const answer = await client.call('/credentials/list', asked, CredentialList, { repeat: 'freely', token })
    ids.push(...answer.credentialIDs)
    pageToken = answer.nextPageToken
    if (!pageToken) break
  }
  return ids.slice(0, most)
}

/** Undefined where it is not in use, has no certificate, or signs in a way that we cannot put into a CMS. */
export async function readCredential(
  client: CscClient,
  id: string,
  token?: string,
): Promise<HeldCredential | undefined> {
  const query = { credentialID: id, certificates: 'chain', certInfo: true, authInfo: true }
  const how = { repeat: 'freely', token } as const
  const { key, cert, multisign } = await client.call('/credentials/info', query, CredentialInfo, how)
  const isValid = key.status === 'enabled' && (cert.status ?? 'valid') === 'valid'
  const algorithm = key.algo.find((oid): oid is AlgorithmOid => Object.hasOwn(algorithms, oid))
  if (!isValid || !algorithm || cert.certificates.length === 0) return undefined
  const credential = { id, algorithm, certificates: cert.certificates }
  // A service that doesn't say, says so when it is asked.
  return Number.isInteger(multisign) && Number(multisign) > 0
    ? { ...credential, atOnce: Number(multisign) }
    : credential
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
