import type { TimestampAuthority } from '#api/providers/timestamp/port.ts'
import { StepwiseSigningFailed } from '../stepwise/port.ts'
import type { SignedDigest, SigningOrder, StepwiseTrustService } from '../stepwise/port.ts'
import { refuseWrongOrder } from '../stepwise/refuse-wrong-order.ts'
import type { TrustService, ValidationMaterial } from '../port.ts'
import type { PersonalSigning } from './trust-service.ts'

const service = 'local'

/**
 * The installation's own authority as a service with steps: it has none, and signs at once. Whose signature it is has
 * been approved before it is asked: a person's by a code (AES).
 */
export function localStepwise(
  trustService: TrustService & Partial<PersonalSigning>,
  timestamps: TimestampAuthority,
): StepwiseTrustService {
  return {
    name: service,
    async begin(order) {
      refuseWrongOrder(service, order)
      return { kind: 'signed', signatures: await signAll(order, trustService, timestamps), approval: {} }
    },
    proceed: async () => {
      throw new StepwiseSigningFailed('order_invalid', service, 'the ticket is not one of its own')
    },
    cancel: async () => {},
    anchors: async () => [...(await trustService.anchors()), ...(await timestamps.anchors())],
    health: () => ({ state: 'UP' }),
  }
}

async function signAll(
  { party, documents, reference }: SigningOrder,
  trustService: TrustService & Partial<PersonalSigning>,
  timestamps: TimestampAuthority,
): Promise<SignedDigest[]> {
  const tokens: Uint8Array[] = []
  const timestamp = async (digest: Uint8Array) => {
    const { token } = await timestamps.timestamp(digest)
    tokens.push(token)
    return token
  }
  const digests = documents.map(({ digest }) => digest)
  const signed = await (async () => {
    if (party.kind === 'service') {
      const { quality, signer } = party
      return Promise.all(digests.map((digest) => trustService.sign({ digest, quality, signer, timestamp })))
    }
    if (party.kind !== 'person' || party.quality !== 'AES' || !trustService.signAsPerson)
      throw new StepwiseSigningFailed('misconfigured', service, `it makes no ${party.kind} ${party.quality}`)
    const holder = { ...party.person, serialNumber: reference }
    return trustService.signAsPerson({ holder, digests, timestamp })
  })()
  const stamps = await Promise.all(tokens.map((token) => timestamps.validation(token)))
  return documents.flatMap(({ id }, index) => {
    const one = signed[index]
    return one ? [{ id, ...one, validation: together([one.validation, ...stamps]) }] : []
  })
}

function together(materials: readonly ValidationMaterial[]): ValidationMaterial {
  const unique = (all: readonly Uint8Array[]) => [
    ...new Map(all.map((der) => [Buffer.from(der).toString('base64'), der])).values(),
  ]
  return {
    certificates: unique(materials.flatMap(({ certificates }) => certificates)),
    ocsps: unique(materials.flatMap(({ ocsps }) => ocsps)),
    crls: unique(materials.flatMap(({ crls }) => crls)),
  }
}
