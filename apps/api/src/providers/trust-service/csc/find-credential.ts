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
 * The credential with which this person signs so many documents at that level; the first whose certificate says so. With a token,
 * from the credentials of the person who signed in to the service; without one, from those under the signer's email.
 */
export async function findCredential(
  client: CscClient,
  party: Extract<SigningParty, { kind: 'person' }>,
  token: string | undefined,
  documents: number,
): Promise<HeldCredential> {
  let isLimited = false
  for (const id of await listCredentials(client, party.person.email, token)) {
    const found = await readInfo(client, id, token)
    if (!found || !isFor(found.credential, party)) continue
    if (found.atOnce >= documents) return found.credential
    isLimited = true
  }
  throw isLimited
    ? new StepwiseSigningFailed(
        'order_invalid',
        service,
        'the credential makes fewer signatures at a time than there are documents',
      )
    : new StepwiseSigningFailed(
        'identification_required',
        service,
        `no credential of the signer's for ${party.quality} under ${party.legislation}`,
      )
}

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

/** Undefined where it is not in use, or signs in a way that we cannot put into a CMS. */
export async function readCredential(client: CscClient, id: string): Promise<HeldCredential | undefined> {
  return (await readInfo(client, id))?.credential
}

async function readInfo(
  client: CscClient,
  id: string,
  token?: string,
): Promise<{ readonly credential: HeldCredential; readonly atOnce: number } | undefined> {
  const query = { credentialID: id, certificates: 'chain', certInfo: true, authInfo: true }
  const how = { repeat: 'freely', token } as const
  const { key, cert, multisign } = await client.call('/credentials/info', query, CredentialInfo, how)
  const isValid = key.status === 'enabled' && (cert.status ?? 'valid') === 'valid'
  const algorithm = key.algo.find((oid): oid is AlgorithmOid => Object.hasOwn(algorithms, oid))
  if (!isValid || !algorithm) return undefined
  const credential = { id, algorithm, certificates: cert.certificates }
  // A service that doesn't say, says so when it is asked.
  return { credential, atOnce: Number.isInteger(multisign) ? Number(multisign) : Number.POSITIVE_INFINITY }
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
