import { z } from 'zod/mini'
import { StepwiseSigningFailed } from './port.ts'
import type { SigningOrder } from './port.ts'

const legislation = z.enum(['ZERTES', 'EIDAS'])
const quality = z.enum(['AES', 'QES'])

/** What of an order is needed to continue with it. */
export const heldOrder = z.object({
  documents: z.array(z.object({ id: z.string(), digest: z.string() })),
  party: z.discriminatedUnion('kind', [
    z.object({
      kind: z.literal('service'),
      quality: z.enum(['SES', 'DEMO']),
      signer: z.object({ name: z.string(), email: z.string() }),
    }),
    z.object({
      kind: z.literal('person'),
      quality,
      legislation,
      person: z.object({
        name: z.string(),
        email: z.string(),
        givenName: z.string(),
        surname: z.string(),
      }),
    }),
    z.object({
      kind: z.literal('seal'),
      quality,
      legislation,
      sealName: z.string(),
      organisation: z.optional(z.string()),
    }),
  ]),
})
export type HeldOrder = z.infer<typeof heldOrder>

/** Digests in base64. */
export const digestsOf = ({ documents }: SigningOrder): HeldOrder['documents'] =>
  documents.map(({ id, digest }) => ({ id, digest: Buffer.from(digest).toString('base64') }))

/** A ticket this adapter gave. Throws StepwiseSigningFailed for any other. */
export function readTicket<T>(service: string, form: z.ZodMiniType<T>, ticket: string): T {
  try {
    return form.parse(JSON.parse(ticket))
  } catch (error) {
    throw new StepwiseSigningFailed('order_invalid', service, 'the ticket is not one of its own', {
      cause: error,
    })
  }
}
