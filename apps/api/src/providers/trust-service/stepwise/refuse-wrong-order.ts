import { StepwiseSigningFailed } from './port.ts'
import type { SigningOrder } from './port.ts'

const most = 50

/** What no service would sign is not sent to one. */
export function refuseWrongOrder(service: string, { documents }: SigningOrder): void {
  const wrong =
    documents.length === 0 || documents.length > most
      ? `an order has 1 to ${most} documents`
      : documents.some(({ digest }) => digest.length !== 32)
        ? 'a digest is not a SHA-256 one'
        : new Set(documents.map(({ id }) => id)).size < documents.length
          ? 'a document is in the order twice'
          : undefined
  if (wrong) throw new StepwiseSigningFailed('order_invalid', service, wrong)
}
