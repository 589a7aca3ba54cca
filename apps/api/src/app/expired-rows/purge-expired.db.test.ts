import { declineInvitation, inviteMembers, revokeInvitation } from '@countersign/contract/members.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '#api/testing/api.ts'
import { aBusiness } from '#api/testing/business.ts'
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
