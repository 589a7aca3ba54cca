import type { TimestampAuthority } from '#api/providers/timestamp/port.ts'
import { StepwiseSigningFailed } from '../stepwise/port.ts'
import type { StepwiseTrustService } from '../stepwise/port.ts'
import { refuseWrongOrder } from '../stepwise/refuse-wrong-order.ts'
import type { TrustService } from '../port.ts'

const service = 'local'

/** The installation's own authority as a service with steps: it has none, and signs at once. */
export function localStepwise(
  trustService: TrustService,
  timestamps: TimestampAuthority,
): StepwiseTrustService {
  return {
    name: service,
    async begin(order) {
      refuseWrongOrder(service, order)
      const { party, documents } = order
      if (party.kind !== 'service')
        throw new StepwiseSigningFailed('misconfigured', service, 'it signs for the service alone')
      const { quality, signer } = party
      const timestamp = async (digest: Uint8Array) => (await timestamps.timestamp(digest)).token
      const signatures = await Promise.all(
        documents.map(async ({ id, digest }) => ({
          id,
          ...(await trustService.sign({ digest, quality, signer, timestamp })),
        })),
      )
      return { kind: 'signed', signatures, approval: {} }
    },
    proceed: async () => {
      throw new StepwiseSigningFailed('order_invalid', service, 'the ticket is not one of its own')
    },
    cancel: async () => {},
    anchors: async () => [...(await trustService.anchors()), ...(await timestamps.anchors())],
    health: () => ({ state: 'UP' }),
  }
}
