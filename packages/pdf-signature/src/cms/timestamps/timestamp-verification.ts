import { createHash } from 'node:crypto'
import { digestStrength, signatureStrengths } from '../algorithm-strength.ts'
import type { AlgorithmStrength } from '../algorithm-strength.ts'
import { readDigestAlgorithm } from '../algorithm.ts'
import type { DigestAlgorithm } from '../algorithm.ts'
import { sameBytes, serialText } from '../certificates/certificate.ts'
import type { Certificate } from '../certificates/certificate.ts'
import { CmsError } from '../cms-error.ts'
import {
  expectTag,
  octets,
  readElement,
  readInteger,
  readOid,
  readTime,
  sequenceOf,
} from '../der/der-reader.ts'
import { oids } from '../der/object-identifiers.ts'
import { readSignedData } from '../signed-data-reader.ts'
import type { SignedData, SignerInfo } from '../signed-data-reader.ts'
import {
  asProblem,
  digestBy,
  findSignerCertificate,
  namesSigningCertificate,
  verifySigner,
} from '../signer-verification.ts'
import type { CmsProblem, DigestOf } from '../signer-verification.ts'

/** TSTInfo (RFC 3161 §2.4.2). */
export interface TimestampInfo {
  readonly policy: string
  readonly digestAlgorithm: DigestAlgorithm
  readonly imprint: Uint8Array
  /** Lower-case hexadecimal. */
  readonly serialNumber: string
  readonly time: Date
  /** How far from the stated time it may be, in milliseconds; undefined when the token does not say. */
  readonly accuracy?: number
  /** Lower-case hexadecimal, without leading zeros. */
  readonly nonce?: string
}

export interface TimestampVerdict {
  /** No problem was found. Whether the authority is to be trusted is `verifyChain`'s question. */
  readonly valid: boolean
  readonly problems: readonly CmsProblem[]
  readonly info?: TimestampInfo
  readonly signerCertificate?: Certificate
  /** Certificates the token carries. */
  readonly certificates: readonly Certificate[]
  /** CRLs and OCSP responses the token carries. */
  readonly crls?: readonly Uint8Array[]
  readonly ocsps?: readonly Uint8Array[]
  /** What the token is made with, its imprint included, and until when that is reliable. */
  readonly strengths?: readonly AlgorithmStrength[]
}

export interface TimestampExpectations {
  /** The nonce that was sent; checked when given. */
  readonly nonce?: Uint8Array
  /** Where else the authority's certificate may be when the token does not carry it (a DSS). */
  readonly certificates?: readonly Certificate[]
}

/** Reads TSTInfo. Throws CmsError when the bytes are not one. */
export function parseTimestampInfo(bytes: Uint8Array): TimestampInfo {
  const [, policy, imprint, serial, time, ...rest] = sequenceOf(readElement(bytes), 'TSTInfo')
  const [algorithm, hash] = sequenceOf(imprint, 'Message imprint')
  const accuracy = rest.find(({ tag }) => tag === 0x30)
  const nonce = rest.find(({ tag }) => tag === 0x02)
  return {
    policy: readOid(policy, 'Time-stamp policy'),
    digestAlgorithm: readDigestAlgorithm(algorithm),
    imprint: octets(expectTag(hash, 0x04, 'Message imprint')),
    serialNumber: serialText(expectTag(serial, 0x02, 'Serial number').body),
    time: readTime(expectTag(time, 0x18, 'Time'), 'Time'),
    accuracy: accuracy && accuracyInMilliseconds(sequenceOf(accuracy, 'Accuracy')),
    nonce: nonce && serialText(nonce.body),
  }
}

/** Accuracy ::= seconds INTEGER, millis [0], micros [1], each of them optional. */
function accuracyInMilliseconds(fields: ReturnType<typeof sequenceOf>): number {
  const scale: Record<number, number> = { 0x02: 1000, 0x80: 1, 0x81: 0.001 }
  return fields.reduce((sum, field) => sum + readInteger(field, 'Accuracy') * (scale[field.tag] ?? 0), 0)
}

/** What a token says and who made it, unverified. Throws CmsError when it is no time-stamp token. */
export function readTimestampToken(
  token: Uint8Array,
): Pick<TimestampVerdict, 'info' | 'signerCertificate' | 'certificates' | 'strengths'> {
  const data = readSignedData(token)
  const [signer] = data.signers
  if (data.contentType !== oids.tstInfo || !data.content || !signer)
    throw new CmsError('malformed', 'The CMS is no time-stamp token')
  const { certificates } = data
  const info = parseTimestampInfo(data.content)
  const signerCertificate = findSignerCertificate(signer, certificates)
  const strengths = signerCertificate ? strengthsOf(info, signer, signerCertificate) : []
  return { info, signerCertificate, certificates, strengths }
}

const strengthsOf = (info: TimestampInfo, signer: SignerInfo, certificate: Certificate) => [
  digestStrength(info.digestAlgorithm),
  ...signatureStrengths(signer.signatureAlgorithm, certificate, signer.digestAlgorithm),
]

/**
 * Verifies a time-stamp token (RFC 3161 §2.4.2, §2.3): that it stamps these bytes, repeats the nonce, is signed by the
 * certificate it names, and that this certificate may do nothing but time-stamping.
 * `digest`: of the stamped bytes by the token's own algorithm (SHA-256 when given as bytes), or a function that makes it.
 * Never throws on hostile bytes: what is wrong is in `problems`.
 */
export function verifyTimestampToken(
  token: Uint8Array,
  digest: DigestOf,
  expectations: TimestampExpectations = {},
): TimestampVerdict {
  let data: SignedData | undefined
  try {
    data = readSignedData(token)
    return verifyParsed(data, digest, expectations)
  } catch (error) {
    return { valid: false, problems: [asProblem(error)], certificates: data?.certificates ?? [] }
  }
}

function verifyParsed(
  data: SignedData,
  digest: DigestOf,
  expectations: TimestampExpectations,
): TimestampVerdict {
  const { content, certificates } = data
  if (data.contentType !== oids.tstInfo || !content)
    throw new CmsError('malformed', 'The CMS is no time-stamp token')
  const info = parseTimestampInfo(content)
  const [signer] = data.signers
  if (!signer || data.signers.length > 1) {
    const problem = { code: 'signer_count', message: 'A time-stamp token has exactly one signer' } as const
    return { valid: false, problems: [problem], info, certificates }
  }
  const problems: CmsProblem[] = []
  if (data.hasTrailingBytes) problems.push({ code: 'trailing_bytes', message: 'Bytes follow the token' })
  if (!sameBytes(info.imprint, digestBy(digest, info.digestAlgorithm)))
    problems.push({ code: 'digest_mismatch', message: 'The time-stamp is over other bytes' })
  if (info.digestAlgorithm === 'sha1')
    problems.push({ code: 'algorithm_weak', message: 'The imprint is SHA-1' })
  const { nonce } = expectations
  if (nonce && info.nonce !== serialText(nonce))
    problems.push({ code: 'nonce_mismatch', message: 'The token does not answer this request' })
  const signerCertificate = findSignerCertificate(signer, [
    ...certificates,
    ...(expectations.certificates ?? []),
  ])
  if (!signerCertificate) {
    problems.push({ code: 'signer_certificate_missing', message: "The authority's certificate is not there" })
    return { valid: false, problems, info, certificates }
  }
  const contentDigest = createHash(signer.digestAlgorithm).update(content).digest()
  problems.push(...verifySigner(data, signer, signerCertificate, contentDigest))
  if (!namesSigningCertificate(signer))
    problems.push({
      code: 'signing_certificate_missing',
      message: 'signing-certificate is required in a token',
    })
  if (!isTimestampingCertificate(signerCertificate))
    problems.push({ code: 'key_purpose', message: 'The certificate is not for time-stamping alone' })
  const { crls, ocsps } = data
  const strengths = strengthsOf(info, signer, signerCertificate)
  return {
    valid: problems.length === 0,
    problems,
    info,
    signerCertificate,
    certificates,
    crls,
    ocsps,
    strengths,
  }
}

/** RFC 3161 §2.3: extendedKeyUsage is critical and names timeStamping only. */
function isTimestampingCertificate({ extensions, extendedKeyUsage = [] }: Certificate): boolean {
  const [only, ...others] = extendedKeyUsage
  return (
    extensions.get(oids.extendedKeyUsage)?.critical === true &&
    only === oids.timeStamping &&
    others.length === 0
  )
}
