import { readTimestampToken } from '@countersign/pdf-signature/cms/timestamp-verification.ts'
import { parseCertificate } from '@countersign/pdf-signature/cms/certificate.ts'
import type { FieldPlacement } from '@countersign/pdf-signature/place-fields.ts'
import type { Context } from '#api/context.ts'
import type { SignatureOrder, ValidationMaterial } from '#api/providers/trust-service/port.ts'
import { check, finish, prepare } from './engine-thread.ts'

export interface SealOrder {
  readonly base: Uint8Array
  readonly placements: readonly FieldPlacement[]
  readonly fieldName: string
  readonly signer: { readonly name: string; readonly email: string }
  readonly quality: SignatureOrder['quality']
  readonly reason?: string
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
 * has passed our own validator.
 */
export async function sealDocument(context: Context, order: SealOrder): Promise<Sealed> {
  const { engine } = context.threads
  const { base, isLast, quality, signer, ...request } = order
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
  const { tail } = await engine.run(
    check,
    {
      base,
      tail: finished.tail,
      timestamp: finished.timestamp
        ? {
            prepared: finished.timestamp,
            token: (await context.timestampAuthority.timestamp(finished.timestamp.digest)).token,
          }
        : null,
      anchors: await allAnchors(context),
      fieldName: order.fieldName,
      at: context.now(),
    },
    { timeLimit },
  )
  const certificate = parseCertificate(signed.certificate)
  return {
    tail,
    certificateSubject: certificate.subject,
    certificateSerial: certificate.serialNumber,
    certificateIssuer: certificate.issuer,
    timestampTime: stamp ? (readTimestampToken(stamp).info?.time ?? null) : null,
  }
}

const none: ValidationMaterial = { certificates: [], ocsps: [], crls: [] }

function merge(a: ValidationMaterial, b: ValidationMaterial): ValidationMaterial {
  return {
    certificates: [...a.certificates, ...b.certificates],
    ocsps: [...a.ocsps, ...b.ocsps],
    crls: [...a.crls, ...b.crls],
  }
}

/** All that this installation's signatures chain to, the time-stamp authorities' included. */
export async function allAnchors(context: Context): Promise<Uint8Array[]> {
  const [own, stamps] = await Promise.all([
    context.trustService.anchors(),
    context.timestampAuthority.anchors(),
  ])
  return [...own, ...stamps]
}
