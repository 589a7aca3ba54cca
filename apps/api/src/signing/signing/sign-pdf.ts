import type { Context } from '#api/providers/context.ts'
import { checkSeal, sealDocument, type SealOrder } from './seal-document.ts'

/** A PDF of our own making (a signature protocol), signed by the service and time-stamped, B-LTA. */
export async function signPdf(
  context: Context,
  bytes: Uint8Array,
  order: {
    readonly fieldName: string
    readonly signerName: string
    readonly reason: string
    readonly time: Date
  },
): Promise<Uint8Array> {
  const seal: SealOrder = {
    base: bytes,
    placements: [],
    fieldName: order.fieldName,
    earlier: [],
    signer: { name: order.signerName, email: '' },
    quality: 'SES',
    reason: order.reason,
    time: order.time,
    visible: null,
    isLast: true,
  }
  const { tail } = await sealDocument(context, seal)
  await checkSeal(context, seal, tail)
  return Buffer.concat([bytes, tail])
}
