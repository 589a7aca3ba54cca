import type pg from 'pg'
import type { FieldInput, SignerFieldInput } from '../packages/contract/src/signer-fields.ts'
import { sign, signDirect } from '../packages/contract/src/signing.ts'
import type { Person } from '../apps/api/src/testing/api.ts'
import { aPdf } from '../apps/api/src/testing/pdf.ts'
import type { Product } from '../apps/api/src/testing/product.ts'
import { aSignatureRequest, guestOf, linkIn } from '../apps/api/src/testing/signature-request.ts'
import { timed } from './row.ts'

/** What the last signer fills in. */
export interface FilledForm {
  readonly fields: readonly SignerFieldInput[]
  readonly values: FieldInput
}

/** Milliseconds from the last signer's call to SIGNED, where nothing else is being done. */
export async function signLast(
  product: Product,
  client: pg.Client,
  owner: Person,
  filled: FilledForm | null = null,
): Promise<number> {
  const email = `guest.${crypto.randomUUID()}@example.org`
  const guest = { email, firstName: 'Carla', lastName: 'Rossi', ...(filled ? { fields: filled.fields } : {}) }
  const { id, documents } = await aSignatureRequest(product, {
    owner,
    documents: [aPdf({ pages: 10 })],
    signers: [{ email: owner.email }, guest],
  })
  const { as } = guestOf(linkIn(await product.inbox.next(email)))
  const item = { signatureRequestId: id }
  await product.call(sign, { body: { signatureRequests: [item] } }, owner.as)
  const documentSignatures = documents.map(({ id: documentId }) => ({ documentId, fields: filled?.values }))
  const order = { ...item, ...(filled ? { documentSignatures } : {}) }
  await untilIdle(client)
  const [took, { signatures }] = await timed(() =>
    product.call(signDirect, { body: { signatureRequests: [order] } }, as),
  )
  if (signatures[0]?.status !== 'SIGNED') throw new Error(`not signed: ${JSON.stringify(signatures)}`)
  return took
}

const patience = 30_000

/** The emails and other jobs that follow a signature would be done beside the next one. */
async function untilIdle(client: pg.Client): Promise<void> {
  const deadline = Date.now() + patience
  for (;;) {
    const { rows } = await client.query<{ busy: boolean }>(
      `SELECT EXISTS (SELECT FROM graphile_worker._private_jobs
         WHERE locked_at IS NOT NULL OR (run_at <= now() AND attempts < max_attempts)) AS busy`,
    )
    if (!rows[0]?.busy) return
    if (Date.now() > deadline) throw new Error('the queue does not get empty')
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}
