import { updateUser } from '@countersign/contract/accounts.ts'
import { askForAesForBusiness } from '@countersign/contract/aes-for-business.ts'
import { uploadAnonymously } from '@countersign/contract/anonymous-uploads.ts'
import { claimAnonymousUpload } from '@countersign/contract/anonymous-uploads.ts'
import * as apiUsers from '@countersign/contract/api-users.ts'
import { resendTan } from '@countersign/contract/approvals.ts'
import { addAttachment } from '@countersign/contract/attachments.ts'
import * as bulkSends from '@countersign/contract/bulk-sends.ts'
import * as callbacks from '@countersign/contract/callbacks.ts'
import { takesKey } from '@countersign/contract/declared-errors.ts'
import type { Endpoint, InputOf } from '@countersign/contract/endpoint.ts'
import { endpoints } from '@countersign/contract/endpoints.ts'
import { contactEnterprise } from '@countersign/contract/enterprise-contact.ts'
import { identificationCalls } from '@countersign/contract/identifications.ts'
import * as apiAttachments from '@countersign/contract/integration/attachments.ts'
import * as apiDocuments from '@countersign/contract/integration/documents.ts'
import * as seals from '@countersign/contract/integration/seals.ts'
import * as apiRequests from '@countersign/contract/integration/signature-requests.ts'
import * as members from '@countersign/contract/members.ts'
import { createScimToken } from '@countersign/contract/provisioning.ts'
import * as requests from '@countersign/contract/signature-requests.ts'
import { createSignerGroup } from '@countersign/contract/signer-groups.ts'
import { signDirect } from '@countersign/contract/signing.ts'
import * as templates from '@countersign/contract/templates.ts'
import { createVisualSignature } from '@countersign/contract/visual-signatures.ts'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anApiUser, type Program } from '#api/testing/api-user.ts'
import { type Person, startTestApi, type TestApi } from '#api/testing/api.ts'
import { aPayingBusiness, aPersonWithMobile } from '#api/testing/billing/payer.ts'
import { aSeal } from '#api/testing/business.ts'
import { aDomain } from '#api/testing/domains.ts'
import { aLostKey, loseFirstAnswers } from '#api/testing/connections/lost-answers.ts'
import { aPdf } from '#api/testing/pdf.ts'
import { someEmail } from '#api/testing/request-actions.ts'
import { aDraft, aSignatureRequest, guestOf, linkIn } from '#api/testing/signature-request.ts'
import { aTemplate } from '#api/testing/template.ts'
import { harmlessRepeats } from './harmless-repeats.fixture.ts'

// A process is killed after the work of a call was committed and before its answer is stored: the retry under the same key has the
// answer of the first, and nothing is made or sent twice.

let api: TestApi
let ben: Person
let businessId: string
let program: Program
let admin: pg.Client
beforeAll(async () => {
  api = await startTestApi({ enterpriseForm: true })
  ben = await api.person({ firstName: 'Ben' })
  businessId = await aPayingBusiness(api, ben)
  const scopes = ['signature_requests', 'seals'] as const
  program = await anApiUser(api, { admin: ben, businessId, scopes })
  await aSeal(api, businessId, { name: 'lindenhof' })
  await loseFirstAnswers(api.connection)
  admin = new pg.Client(api.connection)
  await admin.connect()
}, 60_000)
afterAll(async () => {
  await admin?.end()
  await api?.stop()
})

interface Scenario {
  readonly endpoint: Endpoint
  readonly prepare: () => Promise<Input>
}
interface Input {
  readonly input: object
  readonly as: string
}

function scenario<E extends Endpoint>(
  endpoint: E,
  prepare: () => Promise<InputOf<E>> | InputOf<E>,
  as: () => string = () => ben.as,
): Scenario {
  return { endpoint, prepare: async () => ({ input: await prepare(), as: as() }) }
}

const content = aPdf().toString('base64')
const textFile = Buffer.from('Annex').toString('base64')
const draft = async () => ({ id: (await aDraft(api, { owner: ben })).id })
const sent = (email = someEmail('guest')) => aSignatureRequest(api, { owner: ben, signers: [{ email }] })
const asProgram = () => program.as

const programSigner = (email: string) => ({
  account_email: email,
  signer_identity_data: { email_address: email },
})
const newRequest = () => ({
  body: { title: 'Lease', quality: 'SES' as const, content, signatures: [programSigner(someEmail('guest'))] },
})
const programRequest = async () => ({
  id: (await api.call(apiRequests.createRequestV2, newRequest(), program.as)).id,
})
const programDraft = async () => {
  const { id } = await api.call(apiDocuments.uploadDocumentV3, { body: { content } }, program.as)
  const body = { title: 'Lease', quality: 'SES' as const, documents: [{ id }] }
  return { id: (await api.call(apiRequests.createRequestV3, { body }, program.as)).id }
}

/** A guest whose code was sent long enough ago. */
async function approving() {
  const email = someEmail('guest')
  const mobile = '+41791110001'
  const identity = { email_address: email, first_name: 'Gina', last_name: 'Rossi', mobile_number: mobile }
  const signers = [{ email, signer_identity_data: identity }]
  const { id } = await aSignatureRequest(api, { owner: ben, quality: 'AES', signers })
  const { as } = guestOf(linkIn(await api.inbox.next(email)))
  await api.call(signDirect, { body: { signatureRequests: [{ signatureRequestId: id }] } }, as)
  await untilIdle()
  await admin.query(`UPDATE approvals SET sent_at = sent_at - interval '1 hour'`)
  return as
}

async function aGuestToIdentify() {
  const email = someEmail('guest')
  const signers = [{ email, firstName: 'Carla', lastName: 'Conti' }]
  await aSignatureRequest(api, { owner: ben, quality: 'QES', legislation: 'ZERTES', signers })
  return guestOf(linkIn(await api.inbox.next(email))).as
}

async function aPersonToIdentify(legislation: 'EIDAS' | 'ZERTES') {
  const anna = await aPersonWithMobile(api, { firstName: 'Anna' })
  const signers = [{ email: anna.email }]
  const { id } = await aSignatureRequest(api, { owner: ben, quality: 'QES', legislation, signers })
  return { input: { body: { signatureRequestId: id } }, as: anna.as, email: anna.email }
}

const scenarios: Scenario[] = [
  scenario(requests.createSignatureRequest, () => ({
    body: { title: 'Lease', documents: [{ name: 'Lease.pdf', content }] },
  })),
  scenario(requests.copySignatureRequest, async () => ({ params: { id: (await sent()).id } })),
  scenario(requests.addDocument, async () => ({
    params: await draft(),
    body: { name: 'Annex.pdf', content },
  })),
  scenario(requests.addSignature, async () => ({
    params: { id: (await sent()).id },
    body: { signer_identity_data: { email_address: someEmail('added') } },
  })),
  scenario(requests.initiateSignatureRequest, async () => {
    const signers = [{ email: someEmail('guest') }]
    return { params: { id: (await aDraft(api, { owner: ben, signers })).id }, body: {} }
  }),
  scenario(requests.withdrawSignatureRequest, async () => ({ params: { id: (await sent()).id }, body: {} })),
  {
    endpoint: requests.declineSignatureRequest,
    prepare: async () => {
      const anna = await api.person({ firstName: 'Anna' })
      return { input: { params: { id: (await sent(anna.email)).id }, body: {} }, as: anna.as }
    },
  },
  {
    endpoint: requests.declineDirect,
    prepare: async () => {
      const email = someEmail('guest')
      const { id } = await sent(email)
      const { as } = guestOf(linkIn(await api.inbox.next(email)))
      return { input: { params: { id }, body: {} }, as }
    },
  },
  scenario(requests.remindSigners, async () => ({ params: { id: (await sent()).id }, body: {} })),
  scenario(requests.deleteSignatureRequest, async () => ({ params: { id: (await sent()).id }, query: {} })),
  scenario(requests.updateSignatureRequest, async () => {
    const { id, updated_at } = await sent()
    const signatures = [{ signer_identity_data: { email_address: someEmail('instead') } }]
    return { params: { id }, body: { signatures, updated_at } }
  }),
  scenario(addAttachment, async () => ({
    params: await draft(),
    body: { filename: 'Annex.txt', content: textFile },
  })),
  scenario(templates.createTemplate, async () => ({
    body: { name: 'Lease', signature_request_id: (await draft()).id, roles: [] },
  })),
  scenario(templates.createRequestFromTemplate, async () => ({
    params: { id: (await aTemplate(api, { owner: ben, roles: ['Tenant'] })).id },
    body: {},
  })),
  scenario(bulkSends.createBulkSend, async () => {
    const { id, roles } = await aTemplate(api, { owner: ben, roles: ['Tenant'] })
    const mapping = { roles: roles.map((role) => ({ role_id: role.id, email: 0 })) }
    return { params: { id }, body: { table: { text: `Email\n${someEmail('row')}` }, mapping } }
  }),
  scenario(createSignerGroup, () => {
    const group = ['one', 'two'].map((name) => ({ email: someEmail(name), name: null }))
    return { body: { name: 'Board', members: group } }
  }),
  scenario(claimAnonymousUpload, async () => {
    const { url, access_code: code } = await api.call(uploadAnonymously, {
      body: { title: 'Lease', content },
    })
    return { params: { token: url.split('/').at(-1) ?? '' }, headers: { 'x-accesscode': code } }
  }),
  scenario(createVisualSignature, () => ({ body: { alias: 'Board' } })),
  scenario(updateUser, async () => ({ body: { email: someEmail('moved'), password: ben.password } })),
  scenario(members.resendInvitation, async () => {
    const users = [{ email: someEmail('invited') }]
    const made = await api.call(
      members.inviteMembers,
      { params: { id: businessId }, body: { users } },
      ben.as,
    )
    await admin.query(`UPDATE business_invitations SET sent_at = sent_at - interval '1 day'`)
    return { params: { id: businessId, inviteId: made.invitedMembers[0]?.id ?? '' } }
  }),
  scenario(askForAesForBusiness, async () => {
    const domain = 'retry.example'
    await aDomain(api, { id: businessId, domain, as: ben.as })
    return {
      params: { id: businessId },
      body: {
        representativeName: 'Rita Roth',
        representativeEmail: someEmail('rita'),
        commercialRegister: 'CHE-123.456.789',
        domains: [domain],
      },
    }
  }),
  scenario(contactEnterprise, () => ({
    body: { name: 'Ben', business: 'Lindenhof AG', email: ben.email, consent: true as const },
  })),
  ...[callbacks.showCallbackSecret, callbacks.rotateCallbackSecret].map((endpoint) =>
    scenario(endpoint, () => ({ params: { id: businessId, username: program.username } })),
  ),
  scenario(apiRequests.createRequestV2, newRequest, asProgram),
  scenario(
    apiRequests.createRequestV3,
    async () => {
      const { id } = await api.call(apiDocuments.uploadDocumentV3, { body: { content } }, program.as)
      return { body: { title: 'Lease', quality: 'SES' as const, documents: [{ id }] } }
    },
    asProgram,
  ),
  ...[apiDocuments.uploadDocumentV2, apiDocuments.uploadDocumentV3].map((endpoint) =>
    scenario(endpoint, () => ({ body: { content, title: 'Lease' } }), asProgram),
  ),
  scenario(
    apiRequests.addDocumentV3,
    async () => ({ params: await programDraft(), body: { content } }),
    asProgram,
  ),
  ...[apiRequests.addSignerV2, apiRequests.addSignerV3].map((endpoint) =>
    scenario(
      endpoint,
      async () => ({ params: await programRequest(), body: programSigner(someEmail('added')) }),
      asProgram,
    ),
  ),
  ...[apiRequests.remindSignersV2, apiRequests.remindSignersV3].map((endpoint) =>
    scenario(endpoint, async () => ({ params: await programRequest() }), asProgram),
  ),
  scenario(
    apiRequests.initiateRequestV3,
    async () => {
      const { id } = await programDraft()
      const signer = programSigner(someEmail('guest'))
      await api.call(apiRequests.addSignerV3, { params: { id }, body: signer }, program.as)
      return { params: { id } }
    },
    asProgram,
  ),
  ...[apiRequests.withdrawRequestV2, apiRequests.withdrawRequestV3].map((endpoint) =>
    scenario(endpoint, async () => ({ params: await programRequest(), body: {} }), asProgram),
  ),
  ...[apiRequests.deleteRequestV2, apiRequests.deleteRequestV3].map((endpoint) =>
    scenario(endpoint, async () => ({ params: await programRequest() }), asProgram),
  ),
  ...[apiRequests.updateRequestV2, apiRequests.updateRequestV3].map((endpoint) =>
    scenario(
      endpoint,
      async () => {
        const signatures = [programSigner(someEmail('instead')), programSigner(someEmail('second'))]
        return { body: { ...(await programRequest()), title: 'Lease 2', signatures } }
      },
      asProgram,
    ),
  ),
  ...[apiAttachments.addAttachmentV2, apiAttachments.addAttachmentV3].map((endpoint) =>
    scenario(
      endpoint,
      async () => ({ params: await programRequest(), body: { filename: 'Annex.txt', content: textFile } }),
      asProgram,
    ),
  ),
  ...[seals.sealDocument, seals.sealDocumentV3].map((endpoint) =>
    scenario(endpoint, () => ({ body: { content, title: 'Offer' } }), asProgram),
  ),
  {
    endpoint: resendTan,
    prepare: async () => ({ input: {}, as: await approving() }),
  },
]

const tables =
  'signature_requests signatures documents attachments templates bulk_sends bulk_send_rows signer_groups visual_signatures ' +
  'business_invitations api_users scim_tokens mails observers identifications evidence_events business_events confirmations signings'
async function rows(): Promise<Record<string, number>> {
  const counts = tables.split(' ').map((table) => `(SELECT count(*)::int FROM ${table}) AS ${table}`)
  const found = await admin.query<Record<string, number>>(`SELECT ${counts.join(', ')}`)
  return found.rows[0] ?? {}
}

/** Without what goes on after the call. */
const settled = (body: unknown): unknown =>
  JSON.parse(JSON.stringify(body, (name, value: unknown) => (progress.has(name) ? undefined : value)))
const progress = new Set(['delivery', 'state', 'sent_count', 'pending_count', 'expiresAt', 'resendAt'])

/** Makes the call, and again as after a kill, and once more. Answers how many rows there are after the first, and after all. */
async function repeat({ endpoint, prepare }: Scenario): Promise<readonly [object, object]> {
  const { input, as } = await prepare()
  const { headers, ...given } = input as { readonly headers?: Record<string, string> }
  const key = { ...aLostKey(), ...headers }
  const ask = () => api.ask(endpoint, given as InputOf<Endpoint>, as, key)
  const first = await ask()
  if (!first.ok) throw new Error(JSON.stringify(first.error))
  await untilIdle()
  const before = await rows()
  for (const retry of [await ask(), await ask()]) {
    expect(retry.status).toBe(endpoint.status)
    expect(settled(retry.ok && retry.body)).toEqual(settled(first.body))
  }
  await untilIdle()
  return [before, await rows()]
}

/** The jobs that the call has left are done: what they write is not the retry's. */
async function untilIdle(): Promise<void> {
  const left = async () =>
    (
      await admin.query(
        `SELECT FROM graphile_worker.jobs WHERE attempts < max_attempts AND run_at < now() + interval '1 second'`,
      )
    ).rowCount
  await expect.poll(left, { timeout: 20_000 }).toBe(0)
}

test.each(scenarios.map((one) => [one.endpoint.name, one] as const))(
  '%s: the retry has the answer that was lost, and nothing is done twice',
  async (_name, one) => {
    const [before, after] = await repeat(one)
    expect(after).toEqual(before)
  },
)

const ways = [
  ...Object.values(identificationCalls.user.eidas),
  ...Object.values(identificationCalls.user.zertes),
  identificationCalls.user.idAustria,
]
const guestWays = [
  ...Object.values(identificationCalls.direct.eidas),
  ...Object.values(identificationCalls.direct.zertes),
  identificationCalls.direct.idAustria,
]

test.each(ways.map(({ create }) => [create.name, create] as const))(
  '%s: an identity verification that was begun is answered again, and not ordered twice',
  async (_name, create) => {
    const legislation = create.path.includes('intrum') ? 'ZERTES' : 'EIDAS'
    const [before, after] = await repeat({ endpoint: create, prepare: () => aPersonToIdentify(legislation) })
    expect(after).toEqual(before)
  },
)

test('a guest’s identity verification that was begun is answered again', async () => {
  const endpoint = identificationCalls.direct.zertes.video.create
  const prepare = async () => ({ input: { body: { mobile: '+41791234567' } }, as: await aGuestToIdentify() })
  const [before, after] = await repeat({ endpoint, prepare })
  expect(after).toEqual(before)
})

test('an identity verification that was given up meanwhile is not begun again', async () => {
  const { create, remove } = identificationCalls.user.eidas.video
  const { input, as, email } = await aPersonToIdentify('EIDAS')
  const key = aLostKey()
  const { id } = await api.call(create, input, as, key)
  await api.call(remove, { body: { email } }, as)
  expect(await api.ask(create, input, as, key)).toMatchObject({
    status: 409,
    error: { key: 'idempotency.done', result_id: id },
  })
})

test('what the provider did not take is begun by the retry under the same key', async () => {
  const { create } = identificationCalls.user.eidas.video
  const { input, as } = await aPersonToIdentify('EIDAS')
  const key = aLostKey()
  await api.fault('srs', 'status_503', 10)
  expect(await api.ask(create, input, as, key)).toMatchObject({ status: 503 })
  await fetch(`${api.sandboxUrl}/api/faults`, { method: 'DELETE' })
  const begun = async () => (await api.ask(create, input, as, key)).status
  await expect.poll(begun, { timeout: 20_000 }).toBe(200)
})

test('a form of an interested business whose answer was lost arrives once', async () => {
  const body = { name: 'Ben', business: 'Once AG', email: ben.email, consent: true as const }
  const key = aLostKey()
  for (let tries = 0; tries < 2; tries += 1) await api.call(contactEnterprise, { body }, ben.as, key)
  await untilIdle()
  const arrived = await (await fetch(`${api.sandboxUrl}/api/enterprise-form`)).text()
  expect(arrived.split('Once AG')).toHaveLength(2)
})

test('a key that is shown once is not made again: the retry says that it was, and where to look', async () => {
  const body = { description: 'Payroll', scopes: ['members' as const] }
  const params = { id: businessId }
  const key = aLostKey()
  const { username } = await api.call(apiUsers.createApiUser, { params, body }, ben.as, key)
  for (let tries = 0; tries < 2; tries += 1)
    expect(await api.ask(apiUsers.createApiUser, { params, body }, ben.as, key)).toMatchObject({
      status: 409,
      error: { key: 'idempotency.done', result_id: username },
    })
  const { apiUsers: all } = await api.call(apiUsers.listApiUsers, { params }, ben.as)
  expect(all.filter(({ description }) => description === 'Payroll')).toHaveLength(1)

  const scim = { params, body: { name: 'Entra', days: 30 } }
  const other = aLostKey()
  const { details } = await api.call(createScimToken, scim, ben.as, other)
  expect(await api.ask(createScimToken, scim, ben.as, other)).toMatchObject({
    error: { key: 'idempotency.done', result_id: details.id },
  })
})

test('what was deleted meanwhile is not made again', async () => {
  const key = aLostKey()
  const body = { title: 'Deleted' }
  const { id } = await api.call(requests.createSignatureRequest, { body }, ben.as, key)
  await api.call(requests.deleteSignatureRequest, { params: { id } }, ben.as)
  expect(await api.ask(requests.createSignatureRequest, { body }, ben.as, key)).toMatchObject({
    status: 409,
    error: { key: 'idempotency.done', result_id: id },
  })
})

test('every call that takes a key is known: tested here, or harmless when it is repeated', () => {
  const tested = [
    ...scenarios.map(({ endpoint }) => endpoint.name),
    ...[...ways, ...guestWays].map(({ create }) => create.name),
    ...['createApiUser', 'createScimToken'],
    // Where there is billing: commands.db.test.ts
    'answerSurvey',
  ]
  const removals = [...ways, ...guestWays].map(({ remove }) => remove.name)
  const known = [...tested, ...harmlessRepeats, ...removals]
  expect(
    endpoints
      .filter(takesKey)
      .map(({ name }) => name)
      .toSorted(),
  ).toEqual(known.toSorted())
})
