import * as accounts from '@countersign/contract/accounts.ts'
import { getDocument } from '@countersign/contract/documents.ts'
import { leaveBusiness, removeMembers } from '@countersign/contract/members.ts'
import * as requests from '@countersign/contract/signature-requests.ts'
import { login } from '@countersign/contract/sessions.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Person, TestApi } from '#api/testing/api.ts'
import { aBusiness } from '#api/testing/business.ts'
import { type PausedApi, startPausedApi } from '#api/testing/paused-api.ts'
import { keyOf } from '#api/testing/reply.ts'
import { aDraft, aSignatureRequest } from '#api/testing/signature-request.ts'

// The workers are at rest: what is to be transferred waits.
let paused: PausedApi
let api: TestApi
beforeAll(async () => {
  paused = await startPausedApi()
  api = paused.api
})
afterAll(() => paused?.stop())

const idOf = async (person: Person) => (await api.call(accounts.getUser, {}, person.as)).id
const guest = () => `gina-${crypto.randomUUID()}@example.org`

/** Ben sends for Anna's business, and has sent before he joined it. */
async function aMember() {
  const [anna, ben] = await paused.whileJobsRun(() =>
    Promise.all([api.person({ firstName: 'Anna' }), api.person({ firstName: 'Ben' })]),
  )
  const signers = () => [{ email: guest() }]
  const own = await aSignatureRequest(api, { owner: ben, signers: signers() })
  const id = await aBusiness(api, { admins: [anna], members: [ben] })
  const sent = await aSignatureRequest(api, { owner: ben, signers: signers() })
  const draft = await aDraft(api, { owner: ben, signers: signers() })
  const removal = { params: { id }, body: { user_ids: [await idOf(ben)], transfer_to: await idOf(anna) } }
  const remove = async () => {
    await api.call(removeMembers, removal, anna.as)
    await api.call(accounts.acceptTerms, { body: { gtc: true } }, ben.as)
  }
  return { anna, ben, business: id, own, sent, draft, remove }
}

const acts = (id: string): ((as: string) => Promise<string>)[] => {
  const params = { id }
  return [
    (as) => keyOf(api.ask(requests.getSignatureRequest, { params }, as)),
    (as) => keyOf(api.ask(requests.getEvents, { params }, as)),
    (as) => keyOf(api.ask(requests.updateSignatureRequest, { params, body: { title: 'Mine' } }, as)),
    (as) => keyOf(api.ask(requests.initiateSignatureRequest, { params, body: {} }, as)),
    (as) => keyOf(api.ask(requests.remindSigners, { params, body: {} }, as)),
    (as) => keyOf(api.ask(requests.copySignatureRequest, { params }, as)),
    (as) => keyOf(api.ask(requests.withdrawSignatureRequest, { params, body: {} }, as)),
    (as) => keyOf(api.ask(requests.deleteSignatureRequest, { params }, as)),
  ]
}

async function expectClosed(as: string, ids: readonly string[]) {
  for (const id of ids)
    for (const act of acts(id)) expect(await act(as), `${acts(id).indexOf(act)}`).toBe('not_found')
}

const listed = async ({ as }: Person) =>
  (await api.call(requests.listSignatureRequests, { query: {} }, as)).items.map(({ id }) => id)

test('from the moment of their removal a member does nothing with what goes to another, in no session', async () => {
  const { anna, ben, own, sent, draft, remove } = await aMember()
  const document = { params: { id: sent.documents[0]?.id ?? '' } }
  expect(await keyOf(api.ask(getDocument, document, ben.as))).toBe('ok')
  await remove()

  await expectClosed(ben.as, [sent.id, draft.id])
  const again = await api.call(login, { body: { email: ben.email, password: ben.password } })
  await expectClosed(`Bearer ${again.token}`, [sent.id, draft.id])
  for (const { documents } of [sent, draft])
    expect(await keyOf(api.ask(getDocument, { params: { id: documents[0]?.id ?? '' } }, ben.as))).toBe(
      'not_found',
    )
  expect(await listed(ben)).toEqual([own.id])

  // What was his before he joined is his, and what he has done stays.
  await api.call(requests.withdrawSignatureRequest, { params: { id: own.id }, body: {} }, ben.as)
  await paused.whileJobsRun(async () => {
    await expect.poll(() => listed(anna)).toEqual([draft.id, sent.id])
  })
  const { items } = await api.call(requests.getEvents, { params: { id: sent.id } }, anna.as)
  expect(items.find(({ type }) => type === 'initiated')?.actor.email).toBe(ben.email)
  await expectClosed(ben.as, [sent.id, draft.id])
  await api.call(requests.withdrawSignatureRequest, { params: { id: sent.id }, body: {} }, anna.as)
})

test('a member who signs a request of their own still signs it after they have left, and doesn’t end it', async () => {
  const { anna, ben, business } = await aMember()
  const mine = await aSignatureRequest(api, {
    owner: ben,
    signers: [{ email: ben.email }, { email: guest() }],
  })
  const params = { id: mine.id }
  await api.call(leaveBusiness, { params: { id: business }, body: { transfer_to: await idOf(anna) } }, ben.as)
  const { viewer } = await api.call(requests.getSignatureRequest, { params }, ben.as)
  expect(viewer).toMatchObject({
    role: 'signer',
    can: { sign: true, withdraw: false, edit: false, remind: false, delete: false, leave: false },
  })
  expect(await keyOf(api.ask(requests.withdrawSignatureRequest, { params, body: {} }, ben.as))).toBe(
    'not_found',
  )
  expect(await keyOf(api.ask(requests.deleteSignatureRequest, { params }, ben.as))).toBe('not_found')
})

test('the member to whom a request goes is told how it ends, and sees it though they had left it', async () => {
  const { anna, ben, remove } = await aMember()
  const carl = await paused.whileJobsRun(() => api.person({ firstName: 'Carl' }))
  const signers = [{ email: anna.email }, { email: carl.email }]
  const [ended, open] = [
    await aSignatureRequest(api, { owner: ben, signers }),
    await aSignatureRequest(api, { owner: ben, signers: signers.slice(1) }),
  ]
  const params = { id: ended.id }
  await api.call(requests.withdrawSignatureRequest, { params, body: {} }, ben.as)
  const left = await api.call(requests.deleteSignatureRequest, { params }, anna.as)
  expect(left).toEqual({ outcome: 'left' })
  await remove()
  await api.call(requests.declineSignatureRequest, { params: { id: open.id }, body: {} }, carl.as)
  const { rows } = await api.context.pool.query<{ recipient: string }>(
    "SELECT recipient FROM mails WHERE request_id = $1 AND kind = 'declined'",
    [open.id],
  )
  expect(rows).toEqual([{ recipient: anna.email }])
  await paused.whileJobsRun(async () => {
    await expect.poll(() => listed(anna)).toEqual(expect.arrayContaining([ended.id, open.id]))
  })
})

test('what stays with a removed member remains theirs', async () => {
  const { anna, ben, business, sent } = await aMember()
  const removal = { user_ids: [await idOf(ben)] }
  await api.call(removeMembers, { params: { id: business }, body: removal }, anna.as)
  await api.call(accounts.acceptTerms, { body: { gtc: true } }, ben.as)
  expect(
    await keyOf(api.ask(requests.withdrawSignatureRequest, { params: { id: sent.id }, body: {} }, ben.as)),
  ).toBe('ok')
})

test('of a removal and a withdrawal at once, the withdrawal was before it or is refused', async () => {
  for (let round = 0; round < 4; round++) {
    const { anna, ben, sent, remove } = await aMember()
    const withdraw = () =>
      keyOf(api.ask(requests.withdrawSignatureRequest, { params: { id: sent.id }, body: {} }, ben.as))
    const [outcome] = await Promise.all([withdraw(), remove()])
    expect(['ok', 'not_found', 'terms.acceptance_required']).toContain(outcome)
    expect(await withdraw()).toBe('not_found')
    const status = async () => {
      const reply = await api.ask(requests.getSignatureRequest, { params: { id: sent.id } }, anna.as)
      return reply.ok && reply.body.status_overall
    }
    await paused.whileJobsRun(async () => {
      await expect.poll(status).toBe(outcome === 'ok' ? 'WITHDRAWN' : 'OPEN')
    })
  }
})

test('a withdrawal that waits for the request while its owner is removed is refused', async () => {
  const { ben, sent, remove } = await aMember()
  const holder = await api.context.pool.connect()
  try {
    await holder.query('BEGIN')
    await holder.query('SELECT FROM signature_requests WHERE id = $1 FOR NO KEY UPDATE', [sent.id])
    const withdrawal = keyOf(
      api.ask(requests.withdrawSignatureRequest, { params: { id: sent.id }, body: {} }, ben.as),
    )
    await expect
      .poll(async () => {
        // Of this database: the server has others, on which other tests run.
        const { rows } = await api.context.pool.query(
          "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
        )
        return rows.length
      })
      .toBe(1)
    await remove()
    await holder.query('COMMIT')
    expect(await withdrawal).toBe('not_found')
  } finally {
    holder.release()
  }
})
