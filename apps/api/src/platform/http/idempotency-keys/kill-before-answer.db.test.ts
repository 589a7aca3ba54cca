import { updateUser } from '@countersign/contract/accounts.ts'
import { createApiUser } from '@countersign/contract/api-users.ts'
import { createBulkSend } from '@countersign/contract/bulk-sends.ts'
import { createBusiness, updateBusinessSettings } from '@countersign/contract/businesses.ts'
import type { Endpoint, InputOf } from '@countersign/contract/endpoint.ts'
import { identificationCalls } from '@countersign/contract/identifications.ts'
import { uploadDocumentV2, uploadDocumentV3 } from '@countersign/contract/integration/documents.ts'
import { createRequestV2, createRequestV3 } from '@countersign/contract/integration/signature-requests.ts'
import * as requests from '@countersign/contract/signature-requests.ts'
import { createTemplate } from '@countersign/contract/templates.ts'
import type pg from 'pg'
import { expect, test } from 'vitest'
import { anApiUser } from '#api/testing/api-user.ts'
import { connectAsOwner } from '#api/testing/connections/product-database.ts'
import { aPdf } from '#api/testing/pdf.ts'
import { type Product, startProduct } from '#api/testing/product.ts'
import { aDraft } from '#api/testing/signature-request.ts'
import { aTemplate } from '#api/testing/template.ts'

// The real process, killed exactly between the COMMIT of a call's work and the storing of its answer.

const lock = 7_463_999
/** Keeps every answer from being stored until the lock is free. */
const keepAnswersWaiting = `
  CREATE FUNCTION wait_with_answer() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN PERFORM pg_advisory_xact_lock(${lock}); RETURN NEW; END $$;
  CREATE TRIGGER wait_with_answer BEFORE UPDATE ON idempotency_keys
    FOR EACH ROW WHEN (NEW.answer IS NOT NULL) EXECUTE FUNCTION wait_with_answer();
  SELECT pg_advisory_lock(${lock})`
const letAnswersPass = `
  SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND objid = ${lock} AND NOT granted;
  DROP TRIGGER wait_with_answer ON idempotency_keys`

interface KilledCall {
  readonly endpoint: Endpoint
  readonly input: object
  readonly as: string
  /** What is there once, as the owner of the database counts it. */
  readonly once: string
}
const killed = <E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  as: string,
  once: string,
): KilledCall => ({
  ...{ endpoint, input, as, once },
})

const content = aPdf().toString('base64')

async function prepare(product: Product): Promise<KilledCall[]> {
  const ben = await product.person({ firstName: 'Ben' })
  const founded = { name: 'Lindenhof AG', gtc: true, dpa: true }
  const { id: businessId } = await product.call(createBusiness, { body: founded }, ben.as)
  const all = { payForMembers: true, payForInvitations: true }
  const settings = { licenses: { idents: { eidas: all, zertes: all } } }
  await product.call(updateBusinessSettings, { params: { id: businessId }, body: { settings } }, ben.as)
  await product.call(updateUser, { body: { attributes: { mobile: '+41790001234' } } }, ben.as)
  const program = await anApiUser(product, { admin: ben, businessId })
  const draft = await aDraft(product, { owner: ben, title: 'Copied' })
  const params = { id: draft.id }
  const document = await product.call(uploadDocumentV3, { body: { content } }, program.as)
  const signer = (email: string) => ({ account_email: email, signer_identity_data: { email_address: email } })
  const template = await aTemplate(product, { owner: ben, roles: ['Tenant'] })
  const mapping = { roles: template.roles.map((role) => ({ role_id: role.id, email: 0 })) }
  const form = new FormData()
  form.set('file', new Blob([Buffer.from(content, 'base64')], { type: 'application/pdf' }), 'Form.pdf')
  return [
    killed(
      createRequestV2,
      { body: { title: 'Lease v2', quality: 'SES', content, signatures: [signer('guest@v2.example')] } },
      program.as,
      `(SELECT count(*) FROM signature_requests WHERE title = 'Lease v2') = 1
       AND (SELECT count(*) FROM mails WHERE recipient = 'guest@v2.example') = 1`,
    ),
    killed(
      createRequestV3,
      { body: { title: 'Lease v3', quality: 'SES', documents: [{ id: document.id }] } },
      program.as,
      `(SELECT count(*) FROM signature_requests WHERE title = 'Lease v3') = 1`,
    ),
    killed(
      uploadDocumentV2,
      { body: { content, title: 'Uploaded' } },
      program.as,
      `(SELECT count(*) FROM documents WHERE title = 'Uploaded') = 1`,
    ),
    killed(
      requests.addDocument,
      { params, body: form as never },
      ben.as,
      `(SELECT count(*) FROM documents WHERE name = 'Form.pdf') = 1`,
    ),
    killed(
      requests.createSignatureRequest,
      { body: { title: 'Drafted', documents: [{ name: 'Drafted.pdf', content }] } },
      ben.as,
      `(SELECT count(*) FROM signature_requests WHERE title = 'Drafted') = 1`,
    ),
    killed(
      createTemplate,
      { body: { name: 'Kept', signature_request_id: draft.id, roles: [] } },
      ben.as,
      `(SELECT count(*) FROM templates WHERE name = 'Kept') = 1`,
    ),
    killed(
      createBulkSend,
      { params: { id: template.id }, body: { table: { text: 'Email\nrow@bulk.example' }, mapping } },
      ben.as,
      `(SELECT count(*) FROM bulk_sends) = 1 AND (SELECT count(*) FROM mails WHERE recipient = 'row@bulk.example') = 1`,
    ),
    killed(
      identificationCalls.user.eidas.video.create,
      { body: {} },
      ben.as,
      `(SELECT count(*) FROM identifications) = 1`,
    ),
    killed(
      createApiUser,
      { params: { id: businessId }, body: { description: 'Payroll', scopes: ['members'] } },
      ben.as,
      `(SELECT count(*) FROM api_users WHERE description = 'Payroll') = 1`,
    ),
  ]
}

/** Kills the product when the work of all of them is committed and no answer is stored. */
async function killBeforeAnswers(
  product: Product,
  calls: readonly (() => Promise<unknown>)[],
): Promise<Product> {
  const owner = await connectAsOwner(product)
  // The server may go with the product.
  owner.on('error', () => {})
  await owner.query(keepAnswersWaiting)
  const cut = calls.map((ask) => ask().catch(() => null))
  await expect.poll(() => waitingAnswers(owner), { timeout: 60_000 }).toBe(calls.length)
  await product.kill()
  expect(await Promise.all(cut)).toEqual(calls.map(() => null))
  await owner.query(letAnswersPass)
  await owner.end()
  return product.restart()
}

async function waitingAnswers(owner: pg.Client): Promise<number | null> {
  const { rowCount } = await owner.query(
    `SELECT FROM pg_locks WHERE locktype = 'advisory' AND objid = ${lock} AND NOT granted`,
  )
  return rowCount
}

test('what was done when the process was killed before it stored the answer is answered by the retry, and exists once', async () => {
  let product = await startProduct({ DATABASE_POOL: '30' })
  try {
    const all = (await prepare(product)).map((call) => {
      const key = { 'idempotency-key': crypto.randomUUID() }
      const { endpoint, input, as } = call
      return { ...call, ask: () => product.ask(endpoint, input as InputOf<Endpoint>, as, key) }
    })
    product = await killBeforeAnswers(
      product,
      all.map(({ ask }) => ask),
    )
    for (const { endpoint, ask } of all) {
      const retry = await ask()
      if (endpoint.name === 'createApiUser')
        expect(retry).toMatchObject({ status: 409, error: { key: 'idempotency.done' } })
      else expect({ name: endpoint.name, ...retry }).toMatchObject({ ok: true, status: endpoint.status })
      const again = await ask()
      expect(again.ok && again.body).toEqual(retry.ok && retry.body)
    }
    const owner = await connectAsOwner(product)
    for (const { endpoint, once } of all) {
      const isOnce = async () =>
        (await owner.query<{ once: boolean }>(`SELECT ${once} AS once`)).rows[0]?.once
      await expect.poll(isOnce, { timeout: 20_000, message: endpoint.name }).toBe(true)
    }
    await owner.end()
  } finally {
    await product.stop()
  }
}, 360_000)
