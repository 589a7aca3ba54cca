import { AsnConvert, OctetString } from '@peculiar/asn1-schema'
import {
  MessageImprint,
  PKIFailureInfo,
  PKIFreeText,
  PKIStatus,
  PKIStatusInfo,
  TimeStampReq,
  TimeStampReqVersion,
  TimeStampResp,
} from '@peculiar/asn1-tsp'
import { bufferOf } from './certificates.ts'
import type { Identity } from './certificates.ts'
import { issueToken, SANDBOX_POLICY } from './token.ts'

/** Bit numbers of PKIFailureInfo (RFC 3161 §2.4.2). */
const failure = {
  badAlg: 0,
  badRequest: 2,
  badDataFormat: 5,
  unacceptedPolicy: 15,
  unacceptedExtension: 16,
} as const

type Refusal = { bit: number; reason: string }

const digestLengths = new Map([
  ['2.16.840.1.101.3.4.2.1', 32],
  ['2.16.840.1.101.3.4.2.2', 48],
  ['2.16.840.1.101.3.4.2.3', 64],
  ['2.16.840.1.101.3.4.2.8', 32],
  ['2.16.840.1.101.3.4.2.9', 48],
  ['2.16.840.1.101.3.4.2.10', 64],
])

export type Tampering = 'bad_signature' | 'wrong_imprint' | undefined

/** Answers a DER TimeStampReq with a DER TimeStampResp; whatever comes in, it never throws. */
export function answerQuery(unit: Identity, query: Uint8Array, now: Date, tampered?: Tampering): Buffer {
  const request = parse(query)
  const refusal = request === undefined ? malformed : refusalOf(request)
  if (request === undefined || refusal !== undefined) return rejection(refusal ?? malformed)
  if (tampered === 'wrong_imprint') request.messageImprint = otherImprint(request.messageImprint)
  const timeStampToken = issueToken(unit, request, now)
  // The signature is the last field of the token: its last bit is the last bit of the token.
  if (tampered === 'bad_signature') flipLastBit(timeStampToken.content)
  const status = new PKIStatusInfo({ status: PKIStatus.granted })
  return Buffer.from(AsnConvert.serialize(new TimeStampResp({ status, timeStampToken })))
}

const malformed: Refusal = { bit: failure.badDataFormat, reason: 'The request is not a DER TimeStampReq' }

function parse(query: Uint8Array): TimeStampReq | undefined {
  try {
    return AsnConvert.parse(query, TimeStampReq)
  } catch {
    return undefined
  }
}

function refusalOf(request: TimeStampReq): Refusal | undefined {
  const { hashAlgorithm, hashedMessage } = request.messageImprint
  if (request.version !== TimeStampReqVersion.v1)
    return { bit: failure.badRequest, reason: 'The version must be 1' }
  const length = digestLengths.get(hashAlgorithm.algorithm)
  if (length === undefined)
    return { bit: failure.badAlg, reason: 'The hash must be SHA-2 or SHA-3, 256 bits or more' }
  if (hashedMessage.byteLength !== length) {
    return { bit: failure.badDataFormat, reason: 'The hash does not have the length of its algorithm' }
  }
  if (request.reqPolicy !== undefined && request.reqPolicy !== SANDBOX_POLICY) {
    return { bit: failure.unacceptedPolicy, reason: `The only policy here is ${SANDBOX_POLICY}` }
  }
  if (request.extensions !== undefined && request.extensions.length > 0) {
    return { bit: failure.unacceptedExtension, reason: 'Extensions are not supported' }
  }
  return undefined
}

function rejection({ bit, reason }: Refusal): Buffer {
  const failInfo = namedBit(bit)
  const status = new PKIStatusInfo({
    status: PKIStatus.rejection,
    statusString: new PKIFreeText([reason]),
    failInfo,
  })
  return Buffer.from(AsnConvert.serialize(new TimeStampResp({ status })))
}

/** Written out, as a named bit list drops its trailing zeros (X.690 §11.2.2). */
function namedBit(bit: number): PKIFailureInfo {
  const bytes = new Uint8Array((bit >> 3) + 1)
  bytes[bit >> 3] = 0x80 >> (bit & 7)
  return new PKIFailureInfo(bytes.buffer, 7 - (bit & 7))
}

function otherImprint(imprint: MessageImprint): MessageImprint {
  const hashed = Buffer.from(imprint.hashedMessage.buffer)
  const other = bufferOf(hashed)
  flipLastBit(other)
  return new MessageImprint({ hashAlgorithm: imprint.hashAlgorithm, hashedMessage: new OctetString(other) })
}

function flipLastBit(buffer: ArrayBuffer): void {
  const bytes = new Uint8Array(buffer)
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1
}
