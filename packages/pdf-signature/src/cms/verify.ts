import { createHash } from 'node:crypto'
import { keyUsageBits } from './certificates/certificate-extensions.ts'
import type { Certificate } from './certificates/certificate.ts'
import type { DigestAlgorithm } from './algorithm.ts'
import { attempt } from './cms-error.ts'
import { digestStrength, signatureStrengths } from './algorithm-strength.ts'
import type { AlgorithmStrength } from './algorithm-strength.ts'
import { children, readTime } from './der/der-reader.ts'
import { oids } from './der/object-identifiers.ts'
import { readSignedData } from './signed-data-reader.ts'
import type { SignedData, SignerInfo } from './signed-data-reader.ts'
import {
  asProblem,
  digestBy,
  findSignerCertificate,
  namesSigningCertificate,
  verifySigner,
} from './signer-verification.ts'
import type { CmsProblem, DigestOf } from './signer-verification.ts'
import { verifyTimestampToken } from './timestamps/timestamp-verification.ts'
import type { TimestampVerdict } from './timestamps/timestamp-verification.ts'

export interface SignedDataVerdict {
  /** No problem was found. Whether the signer is to be trusted is `verifyChain`'s question. */
  readonly valid: boolean
  /** What breaks the signature. */
  readonly problems: readonly CmsProblem[]
  /** Where it departs from PAdES baseline (ETSI EN 319 142-1 §6.3) without being broken. */
  readonly departures: readonly CmsProblem[]
  readonly digestAlgorithm?: DigestAlgorithm
  readonly signature?: Uint8Array
  /** What the signature is made with, and until when that is reliable. */
  readonly strengths?: readonly AlgorithmStrength[]
  readonly signerCertificate?: Certificate
  /** Certificates, CRLs and OCSP responses the CMS carries. */
  readonly certificates: readonly Certificate[]
  readonly crls: readonly Uint8Array[]
  readonly ocsps: readonly Uint8Array[]
  /** signing-time, which a PAdES signature should not have. */
  readonly claimedTime?: Date
  /** The signature-time-stamps and what their verification says. */
  readonly timestamps: readonly TimestampVerdict[]
  /** Of these the first that verifies, else the first: enough where the CMS comes from who made it. */
  readonly timestamp?: TimestampVerdict
}

/**
 * Verifies a detached CMS signature against the digest of the bytes it covers (RFC 5652 §5.6, ETSI EN 319 142-1 §6.3).
 * `byteRangeDigest`: by the signer's own digest algorithm (SHA-256 when given as bytes), or a function that makes it.
 * `certificates`: where else the signer's and the time-stamp authority's certificates may be (a DSS).
 * Never throws on hostile bytes: what is wrong is in `problems`.
 */
export function verifySignedData(
  cms: Uint8Array,
  byteRangeDigest: DigestOf,
  certificates: readonly Certificate[] = [],
): SignedDataVerdict {
  let data: SignedData | undefined
  try {
    data = readSignedData(cms)
    return verifyParsed(data, byteRangeDigest, certificates)
  } catch (error) {
    return { ...carried(data), valid: false, problems: [asProblem(error)], departures: [], timestamps: [] }
  }
}

function carried(data: SignedData | undefined): Pick<SignedDataVerdict, 'certificates' | 'crls' | 'ocsps'> {
  const archived = data?.signers.map(readArchivedRevocation) ?? []
  return {
    certificates: data?.certificates ?? [],
    crls: [...(data?.crls ?? []), ...archived.flatMap(({ crls }) => crls)],
    ocsps: [...(data?.ocsps ?? []), ...archived.flatMap(({ ocsps }) => ocsps)],
  }
}

/** RevocationInfoArchival (ISO 32000-2 §12.8.3.3.2), which signatures from before PAdES baseline carry. */
function readArchivedRevocation({ signedAttributes }: SignerInfo): {
  crls: Uint8Array[]
  ocsps: Uint8Array[]
} {
  const value = signedAttributes.get(oids.adbeRevocationInfoArchival)?.[0]
  const fields = (value && attempt(() => children(value))) ?? []
  const listed = (tag: number): Uint8Array[] =>
    fields
      .filter((field) => field.tag === tag)
      .flatMap((field) => attempt(() => children(field).flatMap(children)) ?? [])
      .map(({ raw }) => raw)
  return { crls: listed(0xa0), ocsps: listed(0xa1) }
}

function verifyParsed(data: SignedData, digest: DigestOf, others: readonly Certificate[]): SignedDataVerdict {
  const [signer] = data.signers
  if (!signer || data.signers.length > 1) {
    const problem = { code: 'signer_count', message: 'A PDF signature has exactly one signer' } as const
    return { ...carried(data), valid: false, problems: [problem], departures: [], timestamps: [] }
  }
  const problems: CmsProblem[] = []
  if (data.hasTrailingBytes && !data.isIndefinite) problems.push(trailingBytes)
  const signerCertificate = findSignerCertificate(signer, [...data.certificates, ...others])
  if (signerCertificate)
    problems.push(...verifySigner(data, signer, signerCertificate, digestBy(digest, signer.digestAlgorithm)))
  else problems.push({ code: 'signer_certificate_missing', message: "The signer's certificate is not there" })
  if (signerCertificate && !isForSigning(signerCertificate))
    problems.push({ code: 'key_purpose', message: "The signer's key is not for signatures" })
  if (data.content) problems.push({ code: 'content_embedded', message: 'The CMS carries content of its own' })
  const timestamps = verifySignatureTimestamps(signer, others)
  const timestamp = timestamps.find(({ valid }) => valid) ?? timestamps[0]
  return {
    ...carried(data),
    valid: problems.length === 0,
    problems,
    departures: [
      ...(data.hasTrailingBytes && data.isIndefinite ? [trailingBytes] : []),
      ...baselineDepartures(signer),
      ...timestampDepartures(timestamp),
    ],
    digestAlgorithm: signer.digestAlgorithm,
    signature: signer.signature,
    strengths: strengthsOf(signer, signerCertificate),
    signerCertificate,
    claimedTime: claimedTime(signer),
    timestamps,
    timestamp,
  }
}

/**
 * What fills up the placeholder after a CMS should be zeros. Products that write BER of indefinite length leave other bytes
 * there: the CMS says itself where it ends, and no signature covers the placeholder (ISO 32000-2 §12.8.1).
 */
const trailingBytes: CmsProblem = { code: 'trailing_bytes', message: 'Bytes follow the CMS' }

const strengthsOf = (signer: SignerInfo, certificate: Certificate | undefined): AlgorithmStrength[] => [
  digestStrength(signer.digestAlgorithm),
  ...(certificate ? signatureStrengths(signer.signatureAlgorithm, certificate, signer.digestAlgorithm) : []),
]

const signingUses = new Set<number>([keyUsageBits.digitalSignature, keyUsageBits.nonRepudiation])
const otherPurposes = new Set<string>([oids.serverAuthentication, oids.timeStamping, oids.ocspSigning])

/**
 * Whether the certificate is one that documents may be signed with. A server's, a time-stamp authority's or an OCSP responder's is
 * not (RFC 5280 §4.2.1.12). Whatever other purposes are stated is left to the issuer: many have identifiers of their own for signing.
 */
function isForSigning({ keyUsage, extendedKeyUsage = [] }: Certificate): boolean {
  const maySign = !keyUsage || keyUsage.some((use) => signingUses.has(use))
  const isForOthers =
    extendedKeyUsage.some((purpose) => otherPurposes.has(purpose)) &&
    // Servers are clients as well.
    extendedKeyUsage.every((purpose) => otherPurposes.has(purpose) || purpose === oids.clientAuthentication)
  return maySign && !isForOthers
}

function baselineDepartures(signer: SignerInfo): CmsProblem[] {
  const departures: CmsProblem[] = []
  if (!namesSigningCertificate(signer))
    departures.push({
      code: 'signing_certificate_missing',
      message: 'signing-certificate is not signed over',
    })
  if (signer.signedAttributes.has(oids.signingTime))
    departures.push({
      code: 'signing_time_present',
      message: 'signing-time does not belong in a PAdES signature',
    })
  return departures
}

/** A time-stamp that does not verify proves no time, but leaves the signature itself as it is. */
const timestampDepartures = (timestamp: TimestampVerdict | undefined): CmsProblem[] =>
  timestamp && !timestamp.valid
    ? [{ code: 'timestamp_invalid', message: timestamp.problems.map(({ message }) => message).join('; ') }]
    : []

function claimedTime({ signedAttributes }: SignerInfo): Date | undefined {
  const value = signedAttributes.get(oids.signingTime)?.[0]
  return value && readTime(value, 'Signing time')
}

/**
 * The signature-time-stamps over the signature value (ETSI EN 319 122-1 §5.3). They aren't signed: anyone who passes the file on
 * may have added some.
 */
function verifySignatureTimestamps(
  signer: SignerInfo,
  certificates: readonly Certificate[],
): TimestampVerdict[] {
  const digest: DigestOf = (algorithm) => createHash(algorithm).update(signer.signature).digest()
  const tokens = signer.unsignedAttributes.get(oids.signatureTimeStampToken) ?? []
  return tokens
    .slice(0, maximumTimestamps)
    .map(({ raw }) => verifyTimestampToken(raw, digest, { certificates }))
}

const maximumTimestamps = 8
