import { deleteUser, updateUser } from '@countersign/contract/accounts.ts'
import { addObserver } from '@countersign/contract/observers.ts'
import * as requests from '@countersign/contract/signature-requests.ts'
import { sign, signDirect } from '@countersign/contract/signing.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApi, type Person, type TestApi } from '#api/testing/api.ts'
import { aSignatureRequest, guestOf, linkIn } from '#api/testing/signature-request.ts'
import { expireRequests } from '../ending/expire-requests.ts'

type Level = 'all' | 'essential' | 'none'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api?.stop())

const guest = () => `guest.${crypto.randomUUID().slice(0, 8)}@example.org`
async function aPerson(firstName: string, emailNotificationLevel: Level): Promise<Person> {
  const person = await api.person({ firstName })
  await api.call(updateUser, { body: { attributes: { emailNotificationLevel } } }, person.as)
  return person
}
/** Which mails about a request were written for someone, in the order in which they were. */
async function mailsAbout(requestId: string, recipient: string): Promise<string[]> {
  const { rows } = await api.context.pool.query<{ kind: string }>(
    'SELECT kind FROM mails WHERE request_id = $1 AND recipient = $2 ORDER BY created_at, kind',
    [requestId, recipient],
  )
  return rows.map(({ kind }) => kind)
}
const waitingMails = async () =>
  (await api.context.pool.query("SELECT FROM mails WHERE state NOT IN ('sent', 'failed')")).rowCount
const order = (id: string) => ({
  body: { signatureRequests: [{ signatureRequestId: id, signingName: 'Gina Guest' }] },
})
async function asGuest(email: string) {
  return guestOf(linkIn(await api.inbox.next(email))).as
}

test('anyone who has an account is asked in the language it has, others in the one the sender chose', async () => {
  const owner = await api.person({ firstName: 'Olga' })
  const signer = await api.person({ firstName: 'Sven', lang: 'de' })
  const email = guest()
  const signers = [
    { email: signer.email, language: 'en' as const },
    { email, language: 'fr' as const },
  ]
  await aSignatureRequest(api, { owner, title: 'Mietvertrag', signers })
  expect((await api.inbox.next(signer.email, /Mietvertrag/)).subject).toContain('bittet Sie')
  expect((await api.inbox.next(email, /Mietvertrag/)).subject).toContain('vous')
})

describe.each<[Level, { owner: string[]; signer: string[] }]>([
  ['all', { owner: ['request_signed', 'signed_copy'], signer: ['invitation', 'signed_copy'] }],
  ['essential', { owner: ['signed_copy'], signer: ['invitation', 'signed_copy'] }],
  ['none', { owner: [], signer: [] }],
])('at the level %s', (level, expected) => {
  test('owner and signer get just these mails until all have signed; a guest gets all', async () => {
    const [owner, signer] = await Promise.all([aPerson('Olga', level), aPerson('Sven', level)])
    const email = guest()
    const request = await aSignatureRequest(api, { owner, signers: [{ email: signer.email }, { email }] })
    const as = await asGuest(email)
    await api.call(sign, order(request.id), signer.as)
    await api.call(signDirect, order(request.id), as)
    expect(await mailsAbout(request.id, owner.email)).toEqual(expected.owner)
    expect(await mailsAbout(request.id, signer.email)).toEqual(expected.signer)
    expect(await mailsAbout(request.id, email)).toEqual(['invitation', 'signed_copy'])
    // A mail that nobody wrote is not on its way.
    const delivery = await api.context.pool.query<{ delivery_state: string | null }>(
      'SELECT delivery_state FROM signatures WHERE request_id = $1 AND email = $2',
      [request.id, signer.email],
    )
    if (level === 'none') expect(delivery.rows[0]).toEqual({ delivery_state: null })
  })

  test('the end of its time and a mail that did not arrive are told, or not', async () => {
    const [owner, signer] = await Promise.all([aPerson('Olga', level), aPerson('Sven', level)])
    // The next email that goes out is the one that is refused.
    await expect.poll(waitingMails).toBe(0)
    await api.fault('smtp', 'reject_recipient', 1)
    const email = guest()
    const request = await aSignatureRequest(api, { owner, signers: [{ email }] })
    const state = async () =>
      (
        await api.context.pool.query<{ state: string }>(
          'SELECT state FROM mails WHERE request_id = $1 AND recipient = $2',
          [request.id, email],
        )
      ).rows[0]?.state
    await expect.poll(state).toBe('failed')
    expect(await mailsAbout(request.id, owner.email)).toEqual(level === 'none' ? [] : ['mail_failed'])

    const late = await aSignatureRequest(api, { owner, signers: [{ email: signer.email }] })
    await api.context.pool.query(
      "UPDATE signature_requests SET expires_at = now() - interval '1 minute' WHERE id = $1",
      [late.id],
    )
    await expireRequests(api.context)
    const wants = level !== 'none'
    expect(await mailsAbout(late.id, owner.email)).toEqual(wants ? ['expired'] : [])
    expect(await mailsAbout(late.id, signer.email)).toEqual(wants ? ['invitation', 'expired'] : [])
  })

  test('a signer who is asked no longer is told, or not', async () => {
    const [owner, signer] = await Promise.all([aPerson('Olga', 'all'), aPerson('Sven', level)])
    const request = await aSignatureRequest(api, {
      owner,
      signers: [{ email: signer.email }, { email: guest() }],
    })
    const params = { id: request.id, sigId: request.signatures[0]?.sid ?? '' }
    await api.call(requests.removeSignature, { params }, owner.as)
    const { rowCount } = await api.context.pool.query(
      "SELECT FROM mails WHERE recipient = $1 AND kind = 'withdrawn'",
      [signer.email],
    )
    expect(rowCount).toBe(level === 'none' ? 0 : 1)
  })
})

test('who has signed a request that then expires is told, and that nothing is asked of them', async () => {
  const owner = await api.person({ firstName: 'Olga' })
  const [first, second] = [guest(), guest()]
  const left = await api.person({ firstName: 'Lena' })
  const signers = [{ email: first }, { email: second }, { email: left.email }]
  const { id } = await aSignatureRequest(api, { owner, signers })
  await api.call(signDirect, order(id), await asGuest(first))
  await api.call(sign, order(id), left.as)
  await api.call(requests.deleteSignatureRequest, { params: { id } }, left.as)
  await api.context.pool.query(
    "UPDATE signature_requests SET expires_at = now() - interval '1 minute' WHERE id = $1",
    [id],
  )
  await expireRequests(api.context)
  expect((await api.inbox.next(first, /^Expired/)).text).toContain('No action is needed')
  expect((await api.inbox.next(second, /^Expired/)).text).toContain('If you still want to sign')
  // Who has left it hears no more of it.
  expect(await mailsAbout(id, left.email)).toEqual(['invitation'])
})

test('a signer whose account is deleted before their turn is not emailed before it either', async () => {
  const [owner, later] = await Promise.all([aPerson('Olga', 'all'), aPerson('Lena', 'all')])
  const signers = [
    { email: guest(), sequence: 1 },
    { email: later.email, sequence: 2 },
  ]
  const { id } = await aSignatureRequest(api, { owner, signers })
  await api.call(deleteUser, { body: { password: later.password } }, later.as)
  const { signatures } = await api.call(requests.getSignatureRequest, { params: { id } }, owner.as)
  expect(signatures[1]).toMatchObject({ has_account: false, status_code: 'WAITING' })
  expect(await mailsAbout(id, later.email)).toEqual([])
})

test('a signer whose turn never came gets no email about the end of the request', async () => {
  const owner = await api.person({ firstName: 'Olga' })
  const [first, later, observer] = [guest(), guest(), guest()]
  const params = (id: string) => ({ params: { id }, body: {} })
  const ends: Record<string, (id: string, as: string) => Promise<unknown>> = {
    expired: async (id) => {
      await api.context.pool.query(
        "UPDATE signature_requests SET expires_at = now() - interval '1 minute' WHERE id = $1",
        [id],
      )
      await expireRequests(api.context)
    },
    withdrawn: (id) => api.call(requests.withdrawSignatureRequest, params(id), owner.as),
    declined: (id, as) => api.call(requests.declineDirect, params(id), as),
  }
  for (const [kind, end] of Object.entries(ends)) {
    const signers = [
      { email: first, sequence: 1 },
      { email: later, sequence: 2 },
    ]
    const { id } = await aSignatureRequest(api, { owner, signers, title: `Contract ${kind}` })
    await api.call(addObserver, { params: { id }, body: { email: observer } }, owner.as)
    const { as } = guestOf(linkIn(await api.inbox.next(first, new RegExp(`Contract ${kind}`))))
    await end(id, as)
    expect(await mailsAbout(id, later)).toEqual([])
    expect(await mailsAbout(id, observer)).toEqual(['observer_invited', kind])
    expect(await mailsAbout(id, first)).toEqual(kind === 'declined' ? ['invitation'] : ['invitation', kind])
  }
})

test('someone who was asked for two signatures is told once that the request expired', async () => {
  const owner = await api.person({ firstName: 'Olga' })
  const [twice, both] = [guest(), guest()]
  const signers = [{ email: twice }, { email: twice }, { email: both }, { email: both }]
  const { id } = await aSignatureRequest(api, { owner, signers })
  await api.call(signDirect, order(id), await asGuest(both))
  await api.context.pool.query(
    "UPDATE signature_requests SET expires_at = now() - interval '1 minute' WHERE id = $1",
    [id],
  )
  await expireRequests(api.context)
  for (const email of [twice, both])
    expect((await mailsAbout(id, email)).filter((kind) => kind === 'expired')).toHaveLength(1)
})
