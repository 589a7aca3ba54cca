import { keyUsageBits } from '@countersign/pdf-signature/cms/certificates/certificate-extensions.ts'
import { verifyChain } from '@countersign/pdf-signature/cms/certificates/chain.ts'
import type { Certificate } from '@countersign/pdf-signature/cms/certificates/certificate.ts'
import { organisationIn } from '@countersign/pdf-signature/cms/certificates/distinguished-name.ts'
import { verifySignedData } from '@countersign/pdf-signature/cms/verify.ts'
import { readStatements } from '@countersign/pdf-signature/trust-lists/qualified-statements.ts'
import type { ValidationMaterial } from '../port.ts'
import { namesPerson } from './names-person.ts'
import { StepwiseSigningFailed } from './port.ts'
import type { DigestOrder, SignedDigest, SigningParty } from './port.ts'

/** When a signature can have been made: from when it was ordered until it came back. */
export interface SigningPeriod {
  readonly since: Date
  readonly until: Date
}

export interface ReturnedSignature {
  readonly document: Pick<DigestOrder, 'id' | 'digest'>
  readonly cms: Uint8Array
  readonly material: Pick<ValidationMaterial, 'ocsps' | 'crls'>
  /** Besides those in the CMS. */
  readonly certificates?: readonly Uint8Array[]
  readonly period: SigningPeriod
}

/** By so much the clock of a service may differ from ours, as that of a time-stamp authority may. */
const clockTolerance = 5 * 60_000

/**
 * What a service gave back, once it is known to be what was ordered: over this digest, with a time-stamp, by a
 * certificate of that quality and person or organisation which chains to an anchor and is not revoked, at the time when it was
 * ordered. Throws StepwiseSigningFailed.
 */
export function checkSignature(
  service: string,
  party: SigningParty,
  anchors: readonly Uint8Array[],
  { document, cms, material, period, certificates = [] }: ReturnedSignature,
): SignedDigest {
  const unbelievable = (reason: string) => new StepwiseSigningFailed('answer_invalid', service, reason)
  const verdict = verifySignedData(cms, document.digest)
  const { signerCertificate, timestamp } = verdict
  // What departs from PAdES baseline, as an invalid time-stamp does, would be refused in the document, after several tries.
  const [problem] = [...verdict.problems, ...verdict.departures]
  if (problem || !signerCertificate)
    throw unbelievable(`its signature does not verify: ${problem?.message ?? 'no certificate'}`)
  if (!timestamp?.info) throw unbelievable('its signature has no time-stamp')

  const mismatch = qualityMismatch(signerCertificate, party)
  if (mismatch) throw unbelievable(mismatch)
  if (party.kind === 'person' && !namesPerson(signerCertificate, party.person))
    throw unbelievable('its certificate names another person')
  if (party.kind === 'seal' && !namesOrganisation(signerCertificate, party))
    throw unbelievable('its certificate names another organisation')

  const carried = [...verdict.certificates, ...timestamp.certificates].map(({ raw }) => raw)
  const known = [...carried, ...certificates]
  const status = {
    ocsps: [...material.ocsps, ...verdict.ocsps],
    crls: [...material.crls, ...verdict.crls],
  }
  const { time } = timestamp.info
  const mistimed = outside(time, period)
  if (mistimed) throw unbelievable(mistimed)
  const chain = verifyChain(signerCertificate.raw, known, anchors, time, status)
  if (!chain.trusted || chain.revocation !== 'good')
    throw unbelievable(`its certificate: ${chain.problems[0]?.message ?? chain.revocation}`)
  const stamper = timestamp.signerCertificate?.raw ?? new Uint8Array()
  const stamped = verifyChain(stamper, known, anchors, time, status)
  if (!stamped.trusted || stamped.revocation === 'revoked')
    throw unbelievable(`its time-stamp: ${stamped.problems[0]?.message ?? stamped.revocation}`)
  return {
    id: document.id,
    cms,
    certificate: signerCertificate.raw,
    validation: { ...material, certificates: unique([...known, ...chain.path.map(({ raw }) => raw)]) },
  }
}

/** A certificate that has expired, or was revoked since, would count at the time of a timestamp from before the order. */
function outside(time: Date, { since, until }: SigningPeriod): string | undefined {
  if (time.getTime() < since.getTime() - clockTolerance) return 'its time-stamp is from before the order'
  if (time.getTime() > until.getTime() + clockTolerance) return 'its time-stamp is in the future'
  return undefined
}

/** Not compared where the order doesn't say whose seal it is. */
const namesOrganisation = (
  { subjectName }: Certificate,
  { organisation }: Extract<SigningParty, { kind: 'seal' }>,
): boolean => organisation === undefined || organisationIn(subjectName) === organisation

/**
 * What the certificate is not, of what is wanted. ETSI EN 319 412-5: qualified with a device, for people or seals, under the law of
 * the EU unless it names a country, which under Swiss law is CH. ETSI EN 319 412-2 §4.3.2: its key commits to what is signed.
 */
export function qualityMismatch(certificate: Certificate, party: SigningParty): string | undefined {
  if (party.kind === 'service' || party.quality === 'AES') return undefined
  const { isStated, types, countries } = readStatements(certificate)
  if (!isStated) return 'its certificate is not a qualified one'
  const wanted = party.kind === 'person' ? 'esign' : 'eseal'
  if (!types.includes(wanted)) return `its certificate is not one for ${wanted}`
  if (!certificate.keyUsage?.includes(keyUsageBits.nonRepudiation))
    return 'the key of its certificate is not one for commitments'
  const isUnderLaw = party.legislation === 'ZERTES' ? countries.includes('CH') : countries.length === 0
  if (!isUnderLaw) return `its certificate is not qualified under ${party.legislation}`
  return undefined
}

function unique(certificates: readonly Uint8Array[]): Uint8Array[] {
  return [...new Map(certificates.map((der) => [Buffer.from(der).toString('base64'), der])).values()]
}
