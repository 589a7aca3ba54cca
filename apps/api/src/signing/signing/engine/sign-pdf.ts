import type { Context } from '#api/providers/context.ts'
import { checkSigned, signDocument, type DocumentOrder } from './sign-document.ts'

/** A PDF of our own making (an audit trail), signed by the service and time-stamped, B-LTA. */
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
  const documentOrder: DocumentOrder = {
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
  const { tail } = await signDocument(context, documentOrder)
  await checkSigned(context, documentOrder, tail)
  return Buffer.concat([bytes, tail])
}
