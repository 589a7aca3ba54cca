import { readTimestampToken } from '@countersign/pdf-signature/cms/timestamps/timestamp-verification.ts'
import { parseCertificate } from '@countersign/pdf-signature/cms/certificates/certificate.ts'
import { embedSignature, type PreparedSignature } from '@countersign/pdf-signature/contents-placeholder.ts'
import type { FieldValue } from '@countersign/pdf-signature/fields/field-value.ts'
import type { FieldPlacement } from '@countersign/pdf-signature/fields/placement.ts'
import { inSpan } from '#api/platform/tracing/tracer.ts'
import type { Context } from '#api/providers/context.ts'
import type {
  SignatureOrder,
  ServiceSignature,
  ValidationMaterial,
} from '#api/providers/trust-service/port.ts'
import { stampDocument } from './document-timestamp.ts'
import { check, finish, prepare, type PreparedRevision } from './engine-thread.ts'

export interface DocumentOrder {
  readonly base: Uint8Array
  readonly placements: readonly FieldPlacement[]
  readonly fieldName: string
  /** What the signer has filled in. */
  readonly values?: readonly FieldValue[]
  /** The form fields that can’t change once it is signed: the signer’s own. */
  readonly lock?: readonly string[]
  /** The fields of those who signed before, in the order they did. */
  readonly earlier: readonly string[]
  readonly signer: { readonly name: string; readonly email: string }
  readonly quality: SignatureOrder['quality']
  readonly reason?: string
  readonly location?: string
  readonly time: Date
  readonly visible: { readonly lines: readonly string[]; readonly image: Uint8Array | null } | null
  readonly isLast: boolean
  /** Certifies the document, where nobody has signed it yet: forms and further signatures, no more (DocMDP, P = 2). */
  readonly certify?: boolean
}

export interface SignedRevision {
  /** What is appended to the base. */
  readonly tail: Uint8Array
  readonly certificateSubject: string
  readonly certificateSerial: string
  readonly certificateIssuer: string
  readonly timestampTime: Date | null
}

const timeLimit = 60_000

/** A certificate of someone else's, its chain, a time-stamp and what a service may add besides: more than ours take. */
const roomForOthers = 40_000

/**
 * One signature on one document: fields (before the first), the signature with its timestamp (B-T), the certificates
 * and their status (B-LT), after the last signer a document timestamp (B-LTA); ETSI EN 319 142-1 §6. What comes out
 * counts only when `checkSigned` has passed it.
 */
export async function signDocument(context: Context, order: DocumentOrder): Promise<SignedRevision> {
  const prepared = await prepareDocument(context, order)
  let stamp: Uint8Array | undefined
  const signed = await inSpan('sign digest', {}, () =>
    context.trustService.sign({
      digest: prepared.prepared.digest,
      quality: order.quality,
      signer: order.signer,
      timestamp: async (digest) => {
        const { token } = await context.timestampAuthority.timestamp(digest)
        stamp = token
        return token
      },
    }),
  )
  const validation = merge(
    signed.validation,
    stamp ? await context.timestampAuthority.validation(stamp) : none,
  )
  const timestampTime = stamp ? (readTimestampToken(stamp).info?.time ?? null) : null
  return finishDocument(context, order, prepared, { ...signed, validation, timestampTime })
}

/** The first phase: the revision that lacks only its signature. With `forOthers` there is room for anybody's. */
export function prepareDocument(
  context: Context,
  order: DocumentOrder,
  { forOthers = false } = {},
): Promise<PreparedRevision> {
  const { base, placements, fieldName, values, lock, signer, reason, location, time, visible } = order
  const toPrepare = {
    base,
    placements,
    fieldName,
    ...(values ? { values } : {}),
    ...(lock ? { lock } : {}),
    time,
    visible,
    certify: order.certify ?? false,
    ...(reason === undefined ? {} : { reason }),
    ...(location === undefined ? {} : { location }),
    ...(forOthers ? { contentsSize: roomForOthers } : {}),
    signerName: signer.name,
    contactInfo: signer.email,
  }
  return inSpan('prepare signature', {}, () => context.threads.sign.run(prepare, toPrepare, { timeLimit }))
}

/** What a trust service gave for the digest, with all that a validator needs later. */
export interface SignedWhole extends ServiceSignature {
  readonly timestampTime: Date | null
}

/** The second phase: the signature in its place, what a validator needs, and the document timestamp where it is the last. */
export async function finishDocument(
  context: Context,
  { base, isLast }: Pick<DocumentOrder, 'base' | 'isLast'>,
  { fields, prepared }: PreparedRevision,
  { cms, certificate: der, validation, timestampTime }: SignedWhole,
): Promise<SignedRevision> {
  const order = { base, fields, prepared, cms, validation, isLast }
  const finished = await inSpan('complete signature', {}, () =>
    context.threads.sign.run(finish, order, { timeLimit }),
  )
  const tail = finished.timestamp
    ? await withDocumentTimestamp(context, finished.tail, finished.timestamp, timestampTime)
    : finished.tail
  const certificate = parseCertificate(der)
  return {
    tail,
    certificateSubject: certificate.subject,
    certificateSerial: certificate.serialNumber,
    certificateIssuer: certificate.issuer,
    timestampTime,
  }
}

async function withDocumentTimestamp(
  context: Context,
  tail: Uint8Array,
  prepared: PreparedSignature,
  signedAt: Date | null,
): Promise<Uint8Array> {
  const token = await stampDocument(context.timestampAuthority, prepared.digest, signedAt)
  return Buffer.concat([tail, embedSignature(prepared, token)])
}

/** Our own validator's word on what was signed; throws where it is not valid in every part. */
export async function checkSigned(
  context: Context,
  { base, fieldName, earlier, isLast }: Pick<DocumentOrder, 'base' | 'fieldName' | 'earlier' | 'isLast'>,
  tail: Uint8Array,
  known?: Uint8Array[],
): Promise<void> {
  const anchors = known ?? (await allAnchors(context))
  const order = { base, tail, fieldName, earlier, isLast, anchors, at: context.now() }
  await inSpan('validate signature', {}, () => context.threads.sign.run(check, order, { timeLimit }))
}

const none: ValidationMaterial = { certificates: [], ocsps: [], crls: [] }

function merge(a: ValidationMaterial, b: ValidationMaterial): ValidationMaterial {
  return {
    certificates: [...a.certificates, ...b.certificates],
    ocsps: [...a.ocsps, ...b.ocsps],
    crls: [...a.crls, ...b.crls],
  }
}

/** All that this installation's signatures chain to, the time-stamp authorities' and the trust services' included. */
export async function allAnchors(context: Context): Promise<Uint8Array[]> {
  const found = await Promise.all([
    context.trustService.anchors(),
    context.timestampAuthority.anchors(),
    ...context.trustServices.all().map((service) => service.anchors()),
  ])
  return [...new Map(found.flat().map((der) => [Buffer.from(der).toString('base64'), der])).values()]
}
