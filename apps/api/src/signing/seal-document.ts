import { readTimestampToken } from '@countersign/pdf-signature/cms/timestamp-verification.ts'
import { parseCertificate } from '@countersign/pdf-signature/cms/certificate.ts'
import { embedSignature, type Prepared } from '@countersign/pdf-signature/signature-hole.ts'
import type { FieldPlacement } from '@countersign/pdf-signature/place-fields.ts'
import type { Context } from '#api/context.ts'
import type { SignatureOrder, ValidationMaterial } from '#api/providers/trust-service/port.ts'
import { check, finish, prepare } from './engine-thread.ts'

export interface SealOrder {
  readonly base: Uint8Array
  readonly placements: readonly FieldPlacement[]
  readonly fieldName: string
  /** The fields of those who signed before, in the order they did. */
  readonly earlier: readonly string[]
  readonly signer: { readonly name: string; readonly email: string }
  readonly quality: SignatureOrder['quality']
  readonly reason?: string
  readonly location?: string
  readonly time: Date
  readonly visible: { readonly lines: readonly string[]; readonly image: Uint8Array | null } | null
  readonly isLast: boolean
}

export interface Sealed {
  /** What is appended to the base. */
  readonly tail: Uint8Array
  readonly certificateSubject: string
  readonly certificateSerial: string
  readonly certificateIssuer: string
  readonly timestampTime: Date | null
}

const timeLimit = 60_000

/**
 * One signature on one document: fields (before the first), the signature with its timestamp (B-T), the certificates
 * and their status (B-LT), after the last signer a document timestamp (B-LTA); ETSI EN 319 142-1 §6. What comes out
 * counts only when `checkSeal` has passed it.
 */
export async function sealDocument(context: Context, order: SealOrder): Promise<Sealed> {
  const { engine } = context.threads
  const { base, isLast, quality, signer, earlier: _, ...request } = order
  const { fields, prepared } = await engine.run(
    prepare,
    { base, ...request, signerName: signer.name, contactInfo: signer.email },
    { timeLimit },
  )
  let stamp: Uint8Array | undefined
  const signed = await context.trustService.sign({
    digest: prepared.digest,
    quality,
    signer,
    timestamp: async (digest) => {
      const { token } = await context.timestampAuthority.timestamp(digest)
      stamp = token
      return token
    },
  })
  const validation = merge(
    signed.validation,
    stamp ? await context.timestampAuthority.validation(stamp) : none,
  )
  const finished = await engine.run(
    finish,
    { base, fields, prepared, cms: signed.cms, validation, isLast },
    { timeLimit },
  )
  const tail = finished.timestamp
    ? await withDocumentTimestamp(context, finished.tail, finished.timestamp)
    : finished.tail
  const certificate = parseCertificate(signed.certificate)
  return {
    tail,
    certificateSubject: certificate.subject,
    certificateSerial: certificate.serialNumber,
    certificateIssuer: certificate.issuer,
    timestampTime: stamp ? (readTimestampToken(stamp).info?.time ?? null) : null,
  }
}

async function withDocumentTimestamp(
  context: Context,
  tail: Uint8Array,
  prepared: Prepared,
): Promise<Uint8Array> {
  const { token } = await context.timestampAuthority.timestamp(prepared.digest)
  return Buffer.concat([tail, embedSignature(prepared, token)])
}

/** Our own validator's word on what was sealed; throws where it is not valid in every part. */
export async function checkSeal(
  context: Context,
  { base, fieldName, earlier, isLast }: Pick<SealOrder, 'base' | 'fieldName' | 'earlier' | 'isLast'>,
  tail: Uint8Array,
): Promise<void> {
  const anchors = await allAnchors(context)
  const order = { base, tail, fieldName, earlier, isLast, anchors, at: context.now() }
  await context.threads.engine.run(check, order, { timeLimit })
}

const none: ValidationMaterial = { certificates: [], ocsps: [], crls: [] }

function merge(a: ValidationMaterial, b: ValidationMaterial): ValidationMaterial {
  return {
    certificates: [...a.certificates, ...b.certificates],
    ocsps: [...a.ocsps, ...b.ocsps],
    crls: [...a.crls, ...b.crls],
  }
}

/** All that this installation's signatures chain to, the time-stamp authorities' and trust services' included. */
export async function allAnchors(context: Context): Promise<Uint8Array[]> {
  const all = await Promise.all(context.trustServices.all().map((service) => service.anchors()))
  return [...new Map(all.flat().map((der) => [Buffer.from(der).toString('base64'), der])).values()]
}
