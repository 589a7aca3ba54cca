import { getReportV2 } from '@countersign/contract/integration/audit-trail.ts'
import * as calls from '@countersign/contract/integration/signature-requests.ts'
import { delegateSignature } from '@countersign/contract/signature-requests.ts'
import { signDirect } from '@countersign/contract/signing.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anApiUser, type Program } from '#api/testing/api-user.ts'
import { startTestApi, type TestApi } from '#api/testing/api.ts'
import { aBusiness } from '#api/testing/business.ts'
import { aPdf } from '#api/testing/pdf.ts'
import { orderOf } from '#api/testing/request-actions.ts'
import { guestOf } from '#api/testing/signature-request.ts'

let api: TestApi
let program: Program
beforeAll(async () => {
  api = await startTestApi()
  const anna = await api.person({ firstName: 'Anna' })
  program = await anApiUser(api, { admin: anna, businessId: await aBusiness(api, { admins: [anna] }) })
})
afterAll(() => api?.stop())

const content = aPdf().toString('base64')
const anEmail = (name: string) => `${name}.${crypto.randomUUID().slice(0, 8)}@example.org`
const read = (id: string) => api.call(calls.getRequestV2, { params: { id } }, program.as)
const list = () => api.call(calls.listRequestsV2, { query: {} }, program.as)

/** Gina is asked by a program, which knows her as tenant 9. */
async function aRequestOfGina() {
  const gina = anEmail('gina')
  const identity = { email_address: gina, first_name: 'Gina', identity_reference: 'tenant-9' }
  const body = {
    quality: 'SES' as const,
    title: 'Lease',
    content,
    signatures: [{ signer_identity_data: identity }],
  }
  const { id, signatures } = await api.call(calls.createRequestV2, { body }, program.as)
  return { id, gina, link: signatures[0]?.signing_url ?? '' }
}

async function delegate(id: string, link: string): Promise<string> {
  const email = anEmail('carla')
  await api.call(delegateSignature, { params: { id }, body: { email, message: '' } }, guestOf(link).as)
  return email
}

/** To whom the links that the evidence names as given out belong. */
async function disclosedOf(id: string) {
  const { rows } = await api.context.pool.query<{ email: string }>(
    "SELECT data->>'email' AS email FROM evidence_events WHERE request_id = $1 AND type = 'link_disclosed' ORDER BY seq",
    [id],
  )
  return rows.map(({ email }) => email)
}

test('the link of a delegate is given out too, and the evidence and the audit trail say so', async () => {
  const { id, gina, link } = await aRequestOfGina()
  const carla = await delegate(id, link)
  expect(await disclosedOf(id)).toEqual([gina])
  const [signature] = (await read(id)).signatures
  expect(signature?.signer_identity_data?.email_address).toBe(carla)
  await read(id)
  await list()
  expect(await disclosedOf(id)).toEqual([gina, carla])

  // Her mail has the same link.
  await api.inbox.next(carla)
  const delegated = guestOf(signature?.signing_url ?? '')
  await api.call(signDirect, orderOf(id), delegated.as)
  const report = await api.call(getReportV2, { params: { id }, query: { type: 'HTML' } }, program.as)
  expect(await report.text()).toContain('given to the sender’s system')
})

test('a list gives out the link of a delegate, and that is recorded once', async () => {
  const { id, gina, link } = await aRequestOfGina()
  const carla = await delegate(id, link)
  const listed = (await list()).find((one) => one.id === id)
  expect(guestOf(listed?.signatures[0]?.signing_url ?? '').secret).not.toBe(guestOf(link).secret)
  await list()
  expect(await disclosedOf(id)).toEqual([gina, carla])
})

test('a row from before hashes were kept counts for the first link, and not for that of a delegate', async () => {
  const { id, gina, link } = await aRequestOfGina()
  await api.context.pool.query(
    `UPDATE integration_signers SET disclosed_link_hash = NULL, reference_email = NULL
    WHERE signature_id IN (SELECT id FROM signatures WHERE request_id = $1)`,
    [id],
  )
  const reference = async () => (await read(id)).signatures[0]?.signer_identity_data?.identity_reference
  expect(await reference()).toBe('tenant-9')
  expect(await disclosedOf(id)).toEqual([gina])
  const carla = await delegate(id, link)
  expect(await reference()).toBeNull()
  await list()
  expect(await disclosedOf(id)).toEqual([gina, carla])
})

test('the reference that was given for a signer is not answered for their delegate, who can have another', async () => {
  const { id, link } = await aRequestOfGina()
  const carla = await delegate(id, link)
  const answered = async () =>
    [await read(id), (await list()).find((one) => one.id === id)].map(
      (request) => request?.signatures[0]?.signer_identity_data?.identity_reference,
    )
  expect(await answered()).toEqual([null, null])
  const [signature] = (await read(id)).signatures
  const identity = { email_address: carla, identity_reference: 'tenant-10' }
  const signatures = [{ sid: signature?.sid, signer_identity_data: identity }]
  await api.call(calls.updateRequestV2, { body: { id, signatures } }, program.as)
  expect(await answered()).toEqual(['tenant-10', 'tenant-10'])
})
