import type { Legislation } from '@countersign/contract/values.ts'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as approvals from '@countersign/contract/approvals.ts'
import { downloadDocument } from '@countersign/contract/documents.ts'
import * as requests from '@countersign/contract/signature-requests.ts'
import { getSigningStatus, sign } from '@countersign/contract/signing.ts'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningSandbox, startSandbox } from '../../../../../sandbox/src/sandbox.ts'
import { writeEnrolment } from '../../../../../sandbox/src/trust-services/enrolment.ts'
import { orderOf } from '#api/testing/request-actions.ts'
import { approveAt, someMobile } from '#api/testing/approve.ts'
import type { Person } from '#api/testing/caller.ts'
import { createTestDatabase, type TestDatabase } from '#api/testing/database.ts'
import { anIdentified } from '#api/testing/identification/identified.ts'
import { openInbox } from '#api/testing/inbox.ts'
import { checkOutside } from '#api/testing/documents/outside-validators.ts'
import { type Product, startProduct } from '#api/testing/product.ts'
import { aSignatureRequest } from '#api/testing/signature-request.ts'

// The trust services are other people's machines: they live on when the product is killed.
let sandbox: RunningSandbox
let database: TestDatabase
let pool: pg.Pool
let folder: string
let product: Product
let anna: Person
const mobile = someMobile()
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'countersign-kill-'))
  ;[sandbox, database] = await Promise.all([startSandbox({ port: 0, smtpPort: 0 }), createTestDatabase()])
  pool = new pg.Pool({ ...database.connection, max: 2 })
  const { host, port, user, database: name } = database.connection
  product = await startProduct({
    DATABASE_URL: `postgresql:///${name}?${String(new URLSearchParams({ host, port: String(port), user }))}`,
    TRUST_SERVICES_FILE: writeEnrolment(join(folder, 'enrolment'), sandbox.url, sandbox.trustServices),
  })
  anna = await product.person({ firstName: 'Anna' })
  for (const legislation of ['ZERTES', 'EIDAS'] as const)
    await anIdentified(pool, anna.email, { legislation, mobile, knownAt: sandbox.url })
})
afterAll(async () => {
  await product?.stop()
  await pool?.end()
  await database?.drop()
  await sandbox?.close()
  await rm(folder, { recursive: true, force: true })
})

async function begin(legislation: Legislation) {
  const request = await aSignatureRequest(product, {
    owner: anna,
    quality: 'QES',
    legislation,
    signers: [{ email: anna.email }],
  })
  const { step } = await signing(request.id)
  return { id: request.id, sigId: request.signatures[0]?.sid ?? '', step }
}
async function signing(id: string) {
  const { signatures } = await product.call(sign, orderOf(id), anna.as)
  const step = signatures[0]?.step
  if (!step) throw new Error(`There is no step: ${JSON.stringify(signatures)}`)
  return { step }
}
const approve = (url: string | null) => approveAt(openInbox(sandbox.url), url ?? '', { mobile })
const page = (id: string, sigId: string) =>
  product.call(approvals.createPar, { params: { id, sigId }, body: {} }, anna.as)
const handleReturn = (query: string) =>
  product.ask(approvals.redirectSign, {
    params: { id: new URLSearchParams(query).get('state') ?? '' },
    body: { params: query },
  })
const status = (id: string, sigId: string) =>
  product.call(getSigningStatus, { params: { id, sigId } }, anna.as)

/** Kills the product some milliseconds into a call, and starts it again. */
async function killDuring(call: Promise<unknown>, afterMilliseconds: number): Promise<void> {
  const answered = call.catch(() => null)
  await new Promise((resolve) => setTimeout(resolve, afterMilliseconds))
  await product.kill()
  await answered
  product = await product.restart()
}

/** One signature, one approval, nothing left over, and a file that others accept. */
async function expectWhole(id: string): Promise<void> {
  const { items } = await product.call(requests.getEvents, { params: { id } }, anna.as)
  expect(items.filter(({ type }) => type === 'signed')).toHaveLength(1)
  expect(items.filter(({ type }) => type === 'approval_given')).toHaveLength(1)
  const left = await pool.query(
    'SELECT request_id FROM signing_locks UNION ALL SELECT signing_id FROM prepared_signatures',
  )
  expect(left.rows).toEqual([])
  const request = await product.call(requests.getSignatureRequest, { params: { id } }, anna.as)
  const params = { id: request.documents[0]?.id ?? '' }
  const file = await product.call(downloadDocument, { params, query: { signed: 'true' } }, anna.as)
  const anchors = await (await fetch(`${product.url}/pki/anchors.pem`)).text()
  const outside = await checkOutside(new Uint8Array(await file.arrayBuffer()), anchors)
  expect(outside.signatures.map(({ kind, openssl }) => `${kind} ${openssl}`)).toEqual([
    'signature ok',
    'document_timestamp ok',
  ])
}

test('a process that is killed while the signer approves at a redirect signs on the way back', async () => {
  const { id, sigId } = await begin('EIDAS')
  const { url } = await page(id, sigId)
  const query = (await approve(url)) ?? ''
  await product.kill()
  product = await product.restart()
  expect(await handleReturn(query)).toMatchObject({ ok: true, body: { signatures: [{ status: 'SIGNED' }] } })
  await expectWhole(id)
})

test('a process that is killed after the approval and before it asks for it asks on its own', async () => {
  const { id, sigId, step } = await begin('ZERTES')
  await approve(step.url)
  await product.kill()
  product = await product.restart()
  await expect.poll(async () => (await status(id, sigId)).status).toBe('SIGNED')
  await expectWhole(id)
})

test('a signature is accepted once wherever the process is killed after it was made at the service', async () => {
  for (const instant of [40, 140]) {
    const { id, sigId, step } = await begin('ZERTES')
    await approve(step.url)
    await killDuring(product.ask(approvals.proceed, { params: { id: step.id }, body: {} }, anna.as), instant)
    await expect.poll(async () => (await status(id, sigId)).status).toBe('SIGNED')
    await expectWhole(id)
  }
})

test('a document is signed, or said to have failed and signed the next time, when the process is killed on the way back from a redirect', async () => {
  for (const instant of [10, 90]) {
    const { id, sigId } = await begin('EIDAS')
    const query = (await approve((await page(id, sigId)).url)) ?? ''
    await killDuring(handleReturn(query), instant)
    // Anyone who loads the page again, or comes back again, does no harm.
    await handleReturn(query)
    await expect.poll(async () => (await status(id, sigId)).status).not.toBe('OPEN')
    if ((await status(id, sigId)).status === 'ERROR') {
      await signing(id)
      await handleReturn((await approve((await page(id, sigId)).url)) ?? '')
      await expect.poll(async () => (await status(id, sigId)).status).toBe('SIGNED')
    }
    await expectWhole(id)
  }
})
