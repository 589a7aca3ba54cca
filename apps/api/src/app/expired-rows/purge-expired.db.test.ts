import { declineInvitation, inviteMembers, revokeInvitation } from '@countersign/contract/members.ts'
import { requestReset } from '@countersign/contract/passwords.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '#api/testing/api.ts'
import { aBusiness } from '#api/testing/business.ts'
import { aSignatureRequest } from '#api/testing/signature-request.ts'
import { purgeExpired } from './purge-expired.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
}, 60_000)
afterAll(() => api?.stop())

const purgeIn = (days: number) =>
  purgeExpired({ ...api.context, now: () => new Date(Date.now() + days * 86_400_000) })

test('an invitation to a business is kept for 90 days after it was answered, revoked or expired', async () => {
  const [anna, ina] = await Promise.all([api.person({ firstName: 'Anna' }), api.person({ firstName: 'Ina' })])
  const id = await aBusiness(api, { admins: [anna] })
  const users = [ina.email, 'revoked@example.org', 'silent@example.org'].map((email) => ({ email }))
  const { invitedMembers } = await api.call(inviteMembers, { params: { id }, body: { users } }, anna.as)
  const [own, revoked] = users.map(({ email }) => invitedMembers.find((one) => one.email === email)?.id ?? '')
  await api.call(declineInvitation, { params: { inviteId: own ?? '' } }, ina.as)
  await api.call(revokeInvitation, { params: { id, inviteId: revoked ?? '' } }, anna.as)
  const left = async () => {
    const invitations = api.context.db.selectFrom('business_invitations').where('business_id', '=', id)
    return (await invitations.select('email').orderBy('email').execute()).map(({ email }) => email)
  }
  await purgeIn(89)
  expect(await left()).toHaveLength(3)
  await purgeIn(91)
  expect(await left()).toEqual(['silent@example.org'])
  // It could have been answered for 30 days.
  await purgeIn(119)
  expect(await left()).toEqual(['silent@example.org'])
  await purgeIn(121)
  expect(await left()).toEqual([])
})

test('an email that belongs to no request is kept for 90 days, if it isn’t still to be sent', async () => {
  const anna = await api.person({ firstName: 'Anna' })
  await aSignatureRequest(api, { owner: anna, signers: [{ email: 'guest@example.org' }] })
  const found = async () => {
    const mails = api.context.db
      .selectFrom('mails')
      .where('recipient', 'in', [anna.email, 'guest@example.org'])
    return mails.select(['id', 'kind', 'state']).orderBy('created_at').execute()
  }
  const statesOf = async () => (await found()).map(({ kind, state }) => `${kind} ${state}`)
  const reset = async (state: string) => {
    await api.call(requestReset, { body: { email: anna.email } })
    await expect
      .poll(async () => (await statesOf()).at(-1), { timeout: 60_000 })
      .toBe(`password_reset ${state}`)
  }
  await reset('sent')
  await reset('sent')
  await api.fault('smtp', 'reject_recipient', -1)
  await reset('failed')
  await fetch(`${api.sandboxUrl}/api/faults`, { method: 'DELETE' })
  const waiting = (await found()).find(({ kind }) => kind === 'password_reset')?.id ?? ''
  await api.context.pool.query("UPDATE mails SET state = 'pending' WHERE id = $1", [waiting])
  await purgeIn(89)
  expect(await found()).toHaveLength(4)
  await purgeIn(91)
  expect(await statesOf()).toEqual(['invitation sent', 'password_reset pending'])
})

test('an audit trail that waits for the emails about a request is kept for a day', async () => {
  const anna = await api.person({ firstName: 'Anna' })
  const { id } = await aSignatureRequest(api, { owner: anna, signers: [{ email: 'trail@example.org' }] })
  const { pool } = api.context
  await pool.query(
    "INSERT INTO mailed_audit_trails (request_id, language, content) VALUES ($1, 'de', ''), ($1, 'en', '')",
    [id],
  )
  const left = async () =>
    (await pool.query('SELECT FROM mailed_audit_trails WHERE request_id = $1', [id])).rowCount
  await purgeIn(0.9)
  expect(await left()).toBe(2)
  await purgeIn(1.1)
  expect(await left()).toBe(0)
})
