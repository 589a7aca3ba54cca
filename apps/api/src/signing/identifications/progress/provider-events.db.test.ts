import { acceptTerms, getUser } from '@countersign/contract/accounts.ts'
import * as calls from '@countersign/contract/identifications.ts'
import { withdrawSignatureRequest } from '@countersign/contract/signature-requests.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startTestApi, type TestApi } from '#api/testing/api.ts'
import { endIdentification } from '#api/testing/identification/pages.ts'
import { aPayingBusiness, aPersonWithMobile } from '#api/testing/billing/payer.ts'
import { aSignatureRequest, guestOf, linkIn } from '#api/testing/signature-request.ts'
import { srs } from '../../../../../sandbox/src/identification/srs.ts'
import { endIdentifications } from '../ending/end-identifications.ts'
import { moveIdentification } from './move-identification.ts'
import { pollIdentifications } from './poll-identifications.ts'

const { eidas } = calls.identificationCalls.user
const patience = { timeout: 60_000, interval: 100 }
const day = 86_400_000

let api: TestApi
let ahead = 0
beforeAll(async () => {
  api = await startTestApi({ now: () => new Date(Date.now() + ahead) })
})
afterAll(() => api?.stop())

async function aPayer() {
  const person = await aPersonWithMobile(api, { firstName: 'Anna', lastName: 'Müller' })
  await aPayingBusiness(api, person)
  return person
}

interface Row {
  readonly status: string
  readonly reference: string | null
  readonly failure_code: string | null
}

async function rowOf(id: string): Promise<Row> {
  const { rows } = await api.context.pool.query<Row>(
    'SELECT status, reference, failure_code FROM identifications WHERE id = $1',
    [id],
  )
  if (!rows[0]) throw new Error('it is not there')
  return rows[0]
}

async function movesOf(id: string): Promise<number> {
  const { rows } = await api.context.pool.query(
    `SELECT id FROM identification_events WHERE identification_id = $1 AND type = 'moved'`,
    [id],
  )
  return rows.length
}

function post(body: string, headers: Record<string, string>, provider = 'srs') {
  return fetch(`${api.url}/v1/identification/webhooks/${provider}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  })
}

test('news that is forged, shown twice or late changes nothing', async () => {
  const anna = await aPayer()
  const begun = await api.call(eidas.video.create, { body: {} }, anna.as)
  const { reference } = await rowOf(begun.id)
  const news = (status: string) => JSON.stringify({ identificationId: reference, status })
  const { webhookSecret } = srs.enrolment
  const started = news('STARTED')
  expect((await post(started, {})).status).toBe(404)
  expect((await post(started, srs.sign(started, 'a guess'))).status).toBe(404)
  // Signed, but these are other bytes.
  expect((await post(`${started} `, srs.sign(started, webhookSecret))).status).toBe(404)
  expect((await post(started, srs.sign(started, webhookSecret), 'nobody')).status).toBe(404)
  expect((await rowOf(begun.id)).status).toBe('initialized')

  const review = srs.sign(news('IN_REVIEW'), webhookSecret)
  expect((await post(news('IN_REVIEW'), review)).status).toBe(200)
  expect((await rowOf(begun.id)).status).toBe('review')
  // More often than a stranger may try: a provider that heard no answer is no stranger.
  for (let again = 0; again < 61; again++) expect((await post(news('IN_REVIEW'), review)).status).toBe(200)
  expect(await movesOf(begun.id)).toBe(1)
  // What was sent before it comes after it.
  expect((await post(started, srs.sign(started, webhookSecret))).status).toBe(200)
  expect((await rowOf(begun.id)).status).toBe('review')
  // Of one that nobody knows here: taken, so that it is not sent for ever.
  const foreign = JSON.stringify({ identificationId: 'another', status: 'STARTED' })
  expect((await post(foreign, srs.sign(foreign, webhookSecret))).status).toBe(200)
})

test('a delivery that could not be written down is taken when it is sent again', async () => {
  const anna = await aPayer()
  const begun = await api.call(eidas.video.create, { body: {} }, anna.as)
  const body = JSON.stringify({
    identificationId: (await rowOf(begun.id)).reference,
    status: 'IN_REVIEW',
  })
  const headers = srs.sign(body, srs.enrolment.webhookSecret)
  const { db } = api.context
  const failing = new Proxy(db, {
    get(real, name) {
      if (name === 'transaction') throw new Error('the database is away')
      const value: unknown = Reflect.get(real, name, real)
      return typeof value === 'function' ? value.bind(real) : value
    },
  })
  Object.assign(api.context, { db: failing })
  const lost = await post(body, headers).finally(() => Object.assign(api.context, { db }))
  expect(lost.status).toBe(500)
  expect((await rowOf(begun.id)).status).toBe('initialized')
  expect((await post(body, headers)).status).toBe(200)
  expect((await rowOf(begun.id)).status).toBe('review')
  expect((await post(body, headers)).status).toBe(200)
  expect(await movesOf(begun.id)).toBe(1)
})

test('one delivery that two processes take counts once; what is over stays over', async () => {
  const anna = await aPayer()
  const begun = await api.call(eidas.video.create, { body: {} }, anna.as)
  const failed = { status: 'failure', failure: { code: 'cancelled', isRetryable: true } } as const
  await Promise.all([1, 2, 3].map(() => moveIdentification(api.context, begun.id, failed, 'd1')))
  await moveIdentification(api.context, begun.id, { status: 'inprogress' }, 'd2')
  expect(await rowOf(begun.id)).toMatchObject({ status: 'failure', failure_code: 'cancelled' })
  const { rows } = await api.context.pool.query<{ type: string }>(
    'SELECT type FROM identification_events WHERE identification_id = $1 ORDER BY id',
    [begun.id],
  )
  expect(rows.filter(({ type }) => type === 'failed')).toHaveLength(1)
  await expect(
    api.context.pool.query('DELETE FROM identification_events WHERE identification_id = $1', [begun.id]),
  ).rejects.toThrow('permission denied')
})

test('what a webhook lost is found by asking, also when nobody looks', async () => {
  const anna = await aPayer()
  await api.fault('srs', 'webhook_lost')
  const begun = await api.call(eidas.self.create, { body: {} }, anna.as)
  await endIdentification(begun.identUrl ?? '', 'success')
  expect((await rowOf(begun.id)).status).toBe('initialized')
  ahead += 60_000
  await pollIdentifications(api.context)
  expect((await rowOf(begun.id)).status).toBe('success')
})

test('the process dies before the order is out, or before its answer is kept: it goes out again, once', async () => {
  const anna = await aPayer()
  const real = api.context.identification
  const provider = real.named('srs')
  if (!provider) throw new Error('there is no srs')
  const kept = { current: '' }
  const dying = {
    ...real,
    named: () => ({
      ...provider,
      start: async (order: Parameters<typeof provider.start>[0]) => {
        kept.current = (await provider.start(order)).reference
        throw new Error('killed')
      },
    }),
  }
  Object.assign(api.context, { identification: dying })
  const reply = await api.ask(eidas.video.create, { body: {} }, anna.as)
  Object.assign(api.context, { identification: real })
  expect(reply.status).toBe(500)
  const [found] = (await api.call(calls.listIdentifications, {}, anna.as)).identifications
  expect(found).toMatchObject({ appointmentStatus: 'initialized', identUrl: null })
  ahead += 60_000
  await pollIdentifications(api.context)
  expect((await rowOf(found?.id ?? '')).reference).toBe(kept.current)
})

test('two tabs that start one identity check get the same page, and it counts as one', async () => {
  const anna = await aPayer()
  const { idAustria } = calls.identificationCalls.user
  const real = api.context.identification
  const provider = real.named('id-austria')
  if (!provider) throw new Error('there is no ID Austria')
  const [atProvider, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let starts = 0
  const slow = {
    ...real,
    named: () => ({
      ...provider,
      start: async (order: Parameters<typeof provider.start>[0]) => {
        starts += 1
        if (starts === 1) atProvider.resolve()
        else answered.resolve()
        await answered.promise
        return provider.start(order)
      },
    }),
  }
  Object.assign(api.context, { identification: slow })
  const first = api.call(idAustria.create, { body: {} }, anna.as)
  await atProvider.promise
  const [one, two] = await Promise.all([first, api.call(idAustria.create, { body: {} }, anna.as)])
  Object.assign(api.context, { identification: real })
  expect(starts).toBe(2)
  expect([two.id, two.identUrl]).toEqual([one.id, one.identUrl])
  const { rows } = await api.context.pool.query(
    `SELECT action FROM activities WHERE kind = 'identification' AND person_email = $1`,
    [anna.email],
  )
  expect(rows).toEqual([{ action: 'STARTED' }])
})

test('nobody comes: when its page is over, it is', async () => {
  const anna = await aPayer()
  const begun = await api.call(eidas.video.create, { body: {} }, anna.as)
  ahead += 4 * day
  await pollIdentifications(api.context)
  expect(await rowOf(begun.id)).toMatchObject({ status: 'failure', failure_code: 'timed_out' })
  ahead -= 4 * day
  const again = await api.call(eidas.video.create, { body: {} }, anna.as)
  expect(again.id).not.toBe(begun.id)
})

test('who went to ID Austria and never came back begins again', async () => {
  const anna = await aPayer()
  const { idAustria } = calls.identificationCalls.user
  const begun = await api.call(idAustria.create, { body: {} }, anna.as)
  expect((await api.call(idAustria.create, { body: {} }, anna.as)).id).toBe(begun.id)
  ahead += 3 * 3_600_000
  const again = await api.call(idAustria.create, { body: {} }, anna.as)
  expect(again.id).not.toBe(begun.id)
  expect(await rowOf(begun.id)).toMatchObject({ status: 'failure', failure_code: 'timed_out' })
})

test('the person is told 60 and 14 days before an identification ends, once each; then it proves nothing', async () => {
  const anna = await aPayer()
  const begun = await api.call(eidas.video.create, { body: {} }, anna.as)
  await endIdentification(begun.identUrl ?? '', 'success')
  await vi.waitFor(async () => {
    await pollIdentifications(api.context)
    ahead += 60_000
    expect((await rowOf(begun.id)).status).toBe('success')
  }, patience)
  await api.call(acceptTerms, { body: { tou_swisscom: true } }, anna.as)
  const { identification } = await api.call(eidas.video.get, {}, anna.as)
  const ends = new Date(identification?.validUntil ?? 0).getTime()
  const now = () => Date.now() + ahead
  const at = async (time: number) => {
    ahead += time - now()
    await endIdentifications(api.context)
    await endIdentifications(api.context)
  }
  const mails = async () => {
    const { rows } = await api.context.pool.query<{ amount: string }>(
      `SELECT count(*) AS amount FROM mails WHERE recipient = $1 AND kind = 'identification_ends'`,
      [anna.email],
    )
    return Number(rows[0]?.amount)
  }
  const before = ahead
  await at(ends - 61 * day)
  expect(await mails()).toBe(0)
  await at(ends - 59 * day)
  expect(await mails()).toBe(1)
  await at(ends - 13 * day)
  expect(await mails()).toBe(2)
  const mail = await api.inbox.next(anna.email, /identity verification/)
  expect(mail.links.join(' ')).toContain('/profile/signature-standards/eidas')
  await at(ends + day)
  expect(await mails()).toBe(2)
  ahead = before
  const user = await api.call(getUser, {}, anna.as)
  expect(user.attributes.immutableEidFields).toEqual([])
})

test('what a guest proved is forgotten a month after its request has ended, here and at the provider', async () => {
  const ben = await aPayer()
  const email = `carla.${crypto.randomUUID().slice(0, 8)}@example.org`
  const signers = [{ email, firstName: 'Carla', lastName: 'Conti' }]
  const request = await aSignatureRequest(api, { owner: ben, quality: 'QES', legislation: 'EIDAS', signers })
  const { as } = guestOf(linkIn(await api.inbox.next(email)))
  const { direct } = calls.identificationCalls
  const begun = await api.call(direct.eidas.video.create, { body: { mobile: '+41791234567' } }, as)
  const isThere = async () =>
    (await api.context.pool.query('SELECT FROM identifications WHERE id = $1', [begun.id])).rowCount
  ahead += 40 * day
  await endIdentifications(api.context)
  expect(await isThere()).toBe(1)
  ahead -= 40 * day
  const params = { id: request.id }
  await api.call(withdrawSignatureRequest, { params, body: { message: '' } }, ben.as)
  ahead += 40 * day
  await endIdentifications(api.context)
  ahead -= 40 * day
  expect(await isThere()).toBe(0)
  await vi.waitFor(async () => expect((await fetch(begun.identUrl ?? '')).status).toBe(404), patience)
})
