import { getDirectUser, updateDirectUser } from '@countersign/contract/accounts.ts'
import * as requests from '@countersign/contract/signature-requests.ts'
import { signDirect } from '@countersign/contract/signing.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type Person, type TestApi } from '#api/testing/api.ts'
import { aSignatureRequest, guestOf, linkIn } from '#api/testing/signature-request.ts'

let api: TestApi
let ben: Person
beforeAll(async () => {
  api = await startTestApi()
  ben = await api.person({ firstName: 'Ben' })
})
afterAll(() => api?.stop())

const name = { firstName: 'Carla', lastName: 'Rossi' }
async function aGuest(named: Partial<typeof name> = {}) {
  const email = `guest.${crypto.randomUUID().slice(0, 8)}@example.org`
  const { id } = await aSignatureRequest(api, { owner: ben, signers: [{ email, ...named }] })
  const { as } = guestOf(linkIn(await api.inbox.next(email)))
  const say = (body: object) => api.ask(updateDirectUser, { body }, as)
  return { id, email, as, say }
}
async function changesIn(id: string): Promise<unknown[]> {
  const { rows } = await api.context.pool.query<{ data: unknown; actor: unknown }>(
    "SELECT data, actor FROM evidence_events WHERE request_id = $1 AND type = 'changed'",
    [id],
  )
  return rows
}

test('a name that nobody would see is none', async () => {
  const { say } = await aGuest()
  for (const nothing of ['\u200B', '\u3164', '\u2800'])
    expect(await say({ firstName: nothing, lastName: 'Rossi' })).toMatchObject({ status: 400 })
})

test('whom the sender did not name says who they are, once, and the evidence has it', async () => {
  const { id, email, as, say } = await aGuest()
  expect(await say(name)).toMatchObject({ ok: true, body: name })
  expect(await api.call(getDirectUser, {}, as)).toMatchObject(name)
  const seen = await api.call(requests.getSignatureRequest, { params: { id } }, ben.as)
  expect(JSON.stringify(seen.signatures)).toContain('Carla')
  expect(await changesIn(id)).toMatchObject([
    {
      data: { fields: ['signers'], signers: [{ email, ...name, fields: ['firstName', 'lastName'] }] },
      actor: { kind: 'link', email },
    },
  ])
  expect(await say(name)).toMatchObject({ ok: true })
  expect(await say({ firstName: 'Eve', lastName: 'Other' })).toMatchObject({
    status: 403,
    error: { key: 'not_allowed' },
  })
  expect(await changesIn(id)).toHaveLength(1)
})

test('a name that the sender gave stays, and half a name is none', async () => {
  const named = await aGuest(name)
  expect(await named.say({ firstName: 'Eve', lastName: 'Other' })).toMatchObject({
    error: { key: 'not_allowed' },
  })
  const other = await aGuest()
  expect(await other.say({ firstName: 'Carla' })).toMatchObject({
    error: { key: 'validation.failed', fields: [{ field: 'lastName' }] },
  })
})

test('the language changes without a word in the evidence, before and after signing; a name does not after', async () => {
  const { id, as, say } = await aGuest()
  expect(await say({ attributes: { lang: 'it' } })).toMatchObject({ body: { attributes: { lang: 'it' } } })
  expect(await changesIn(id)).toEqual([])
  await api.call(
    signDirect,
    { body: { signatureRequests: [{ signatureRequestId: id, signingName: 'Gina Guest' }] } },
    as,
  )
  expect(await say({ attributes: { lang: 'fr' } })).toMatchObject({ body: { attributes: { lang: 'fr' } } })
  expect(await say(name)).toMatchObject({ error: { key: 'not_allowed' } })
})

test('a language that is changed again and again holds up nobody who signs: the request stays as it is', async () => {
  const { id, say } = await aGuest()
  const version = async () =>
    (await api.context.pool.query('SELECT version FROM signature_requests WHERE id = $1', [id])).rows
  const before = await version()
  for (const lang of ['de', 'fr', 'fr']) await say({ attributes: { lang } })
  expect(await version()).toEqual(before)
})

test('a correction of what was read before the signer gave a name or language is refused; one read after keeps both', async () => {
  const { id, say } = await aGuest()
  const params = { id }
  const read = () => api.call(requests.getSignatureRequest, { params }, ben.as)
  const sendBack = ({ signatures, updated_at }: Awaited<ReturnType<typeof read>>) => {
    const given = signatures.map(({ sid, account_email, signer_identity_data, language }) => ({
      ...{ sid, account_email, signer_identity_data, language },
    }))
    return api.ask(
      requests.updateSignatureRequest,
      { params, body: { signatures: given, updated_at } },
      ben.as,
    )
  }
  for (const said of [name, { attributes: { lang: 'it' } }]) {
    const before = await read()
    expect(await say(said)).toMatchObject({ ok: true })
    expect(await sendBack(before)).toMatchObject({ status: 409, error: { key: 'request.changed' } })
    expect(await sendBack(await read())).toMatchObject({ ok: true })
  }
  const { signatures } = await read()
  expect(signatures[0]).toMatchObject({
    language: 'it',
    signer_identity_data: { first_name: 'Carla', last_name: 'Rossi', language: 'it' },
  })
})

test('of two names at once one is taken', async () => {
  const { id, say } = await aGuest()
  const both = await Promise.all([say(name), say({ firstName: 'Eve', lastName: 'Other' })])
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 403])
  expect(await changesIn(id)).toHaveLength(1)
})

test('without the link, or signed in, nobody says anything', async () => {
  const body = { ...name }
  for (const as of [undefined, ben.as, `Basic ${btoa('a:b')}`])
    expect(await api.ask(updateDirectUser, { body }, as)).toMatchObject({ status: 401 })
})
