import { getDocumentContentV2 } from '@countersign/contract/integration/documents.ts'
import { sealDocument } from '@countersign/contract/integration/seals.ts'
import { listRequestsV2 } from '@countersign/contract/integration/signature-requests.ts'
import { getUserQualities } from '@countersign/contract/integration/qualities.ts'
import { listPaidSignatures } from '@countersign/contract/integration/activities.ts'
import { validatePdf } from '@countersign/pdf-signature/validate.ts'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { strokes } from '#api/documents/visual-signatures/test-pictures.ts'
import { allAnchors } from '#api/signing/signing/engine/sign-document.ts'
import { anApiUser, type Program } from '#api/testing/api-user.ts'
import { type Person, startTestApi, type TestApi } from '#api/testing/api.ts'
import { aBusiness, aSeal } from '#api/testing/business.ts'
import { aPdf } from '#api/testing/pdf.ts'

let api: TestApi
let anna: Person
let businessId: string
let program: Program
beforeAll(async () => {
  api = await startTestApi()
  anna = await api.person({ firstName: 'Anna' })
  businessId = await aBusiness(api, { admins: [anna] })
  program = await anApiUser(api, {
    admin: anna,
    businessId,
    scopes: ['seals', 'signature_requests', 'activities'],
  })
})
afterAll(() => api?.stop())

const content = aPdf().toString('base64')
const seal = (body: object, as = program.as) => api.ask(sealDocument, { body: { content, ...body } }, as)

async function verdictOf(documentId: string) {
  const file = await api.call(getDocumentContentV2, { params: { id: documentId } }, program.as)
  const services = await Promise.all(api.context.trustServices.all().map((one) => one.anchors()))
  const anchors = [...(await allAnchors(api.context)), ...services.flat()]
  const pdf = Buffer.from(await file.arrayBuffer())
  return { pdf, report: validatePdf([pdf], { anchors, at: new Date() }) }
}

test('a program seals in its business’s name with one call, with the seal it names or the first', async () => {
  expect(await seal({})).toMatchObject({ status: 409, error: { key: 'seal.not_ready' } })
  const name = `seal-${crypto.randomUUID().slice(0, 8).replace(/^\d/, 'a')}`
  await aSeal(api, businessId, { name, service: 'mab', legislation: 'EIDAS', label: 'Lindenhof, Bern' })

  const first = await seal({ title: 'Offer' })
  if (!first.ok) throw new Error(JSON.stringify(first.error))
  const { report } = await verdictOf(first.body.document_id)
  expect(report.overall).toBe('TOTAL_PASSED')
  expect(report.signatures[0]).toMatchObject({ level: 'B-LTA', claims: { name: 'Lindenhof, Bern' } })

  const png = await strokes().png().toBuffer()
  const shown = await seal({
    account_name: name,
    visual_signature: {
      position: { page: '0', x: 100, y: 600, width: 150, height: 70 },
      image: { content: png.toString('base64'), content_type: 'image/png' },
    },
  })
  if (!shown.ok) throw new Error(JSON.stringify(shown.error))
  const { pdf } = await verdictOf(shown.body.document_id)
  expect(pdf.includes('/Subtype /Image')).toBe(true)

  // What was sealed is no request that was sent, and is paid like any seal.
  expect(await api.call(listRequestsV2, { query: {} }, program.as)).toEqual([])
  const today = new Date().toISOString().slice(0, 10)
  const { activities } = await api.call(
    listPaidSignatures,
    { query: { start_date: today, end_date: today } },
    program.as,
  )
  expect(activities).toMatchObject([
    { action: 'SEALED', initiator: { type: 'api', email: program.username } },
    { action: 'SEALED', signer: { type: 'api', email: program.username } },
  ])
  const qualities = await api.call(getUserQualities, { query: {} }, program.as)
  expect(qualities.seal).toEqual({
    aes: { [name]: { quality: 'AES', provider: 'MAB', legislation: 'EIDAS' } },
    qes: {},
  })
})

test('without the permission, by a demonstration, with another’s seal or no PDF nothing is sealed', async () => {
  const name = `seal-${crypto.randomUUID().slice(0, 8).replace(/^\d/, 'a')}`
  await aSeal(api, businessId, { name, service: 'mab', legislation: 'EIDAS' })
  const without = await anApiUser(api, { admin: anna, businessId })
  expect(await seal({}, without.as)).toMatchObject({ status: 403 })
  const demo = await anApiUser(api, {
    admin: anna,
    businessId,
    scopes: ['seals', 'signature_requests'],
    environment: 'DEMO',
  })
  expect(await seal({}, demo.as)).toMatchObject({ status: 409, error: { key: 'seal.demonstration' } })
  const levels = await api.call(getUserQualities, { query: {} }, demo.as)
  expect(levels.seal).toEqual({ aes: {}, qes: {} })
  const otto = await api.person({ firstName: 'Otto' })
  const other = await anApiUser(api, {
    admin: otto,
    businessId: await aBusiness(api, { name: 'Other', admins: [otto] }),
    scopes: ['seals'],
  })
  expect(await seal({ account_name: name }, other.as)).toMatchObject({
    status: 400,
    error: { fields: [{ field: 'account_name', code: 'unknown' }] },
  })
  expect(await seal({ content: 'AAAA' })).toMatchObject({ error: { key: 'document.not_a_pdf' } })
  const position = { page: '7', x: 100, y: 600, width: 150, height: 70 }
  expect(await seal({ account_name: name, visual_signature: { position } })).toMatchObject({
    status: 400,
    error: { fields: [{ field: 'visual_signature.position.page', code: 'unknown' }] },
  })
  const { rows } = await api.context.pool.query<{ status: string }>(
    `SELECT r.status FROM signature_requests r JOIN integration_requests i ON i.request_id = r.id
     WHERE i.is_seal AND r.status <> 'SIGNED'`,
  )
  expect(rows).toEqual([])
})

test('a process that is killed between the request and its seal: the retry seals that request, and no other', async () => {
  const admin = new pg.Client(api.connection)
  await admin.connect()
  // What a killed process leaves: a request nobody seals and a key that nobody gives up.
  await admin.query(`
    CREATE FUNCTION killed() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'killed'; END $$;
    CREATE FUNCTION skipped() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$;
    CREATE TRIGGER killed BEFORE INSERT ON signings FOR EACH ROW EXECUTE FUNCTION killed();
    CREATE TRIGGER killed BEFORE UPDATE ON signature_requests
      FOR EACH ROW WHEN (NEW.status <> OLD.status) EXECUTE FUNCTION killed();
    CREATE TRIGGER skipped BEFORE DELETE ON idempotency_keys FOR EACH ROW EXECUTE FUNCTION skipped()`)
  const key = { 'idempotency-key': crypto.randomUUID() }
  const ask = () => api.ask(sealDocument, { body: { content, title: 'Interrupted' } }, program.as, key)
  expect(await ask()).toMatchObject({ status: 500 })
  await admin.query(
    `DROP TRIGGER killed ON signings; DROP TRIGGER killed ON signature_requests; DROP TRIGGER skipped ON idempotency_keys`,
  )
  const sealed = await ask()
  expect(sealed).toMatchObject({ ok: true, status: 200 })
  const { report } = await verdictOf(sealed.ok ? sealed.body.document_id : '')
  expect(report.overall).toBe('TOTAL_PASSED')
  expect(await ask()).toMatchObject({ body: sealed.ok && sealed.body })
  const { rows } = await admin.query(`SELECT status FROM signature_requests WHERE title = 'Interrupted'`)
  expect(rows).toEqual([{ status: 'SIGNED' }])
  await admin.end()
})

test('a seal that failed leaves its key to the next try', async () => {
  const key = { 'idempotency-key': crypto.randomUUID() }
  const ask = () => api.ask(sealDocument, { body: { content, title: 'Failed' } }, program.as, key)
  const admin = new pg.Client(api.connection)
  await admin.connect()
  await admin.query(`CREATE TRIGGER killed BEFORE INSERT ON signings FOR EACH ROW EXECUTE FUNCTION killed()`)
  expect(await ask()).toMatchObject({ status: 500 })
  await admin.query('DROP TRIGGER killed ON signings')
  expect(await ask()).toMatchObject({ ok: true, status: 200 })
  const { rows } = await admin.query(`SELECT status FROM signature_requests WHERE title = 'Failed'`)
  expect(rows).toEqual([{ status: 'SIGNED' }])
  await admin.end()
})
