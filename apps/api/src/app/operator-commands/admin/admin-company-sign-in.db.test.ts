import { getIdentityProvider } from '@countersign/contract/identity-providers.ts'
import { login } from '@countersign/contract/sessions.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listBusinessEvents } from '#api/business/businesses/event-repository.ts'
import { startTestApi, type TestApi } from '#api/testing/api.ts'
import { aCompanyWithSignIn, requireProvider } from '#api/testing/company/company-sign-in.ts'
import { operate } from '../testing/operate.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api?.stop())

const run = (...args: string[]) => operate(['admin', 'company-sign-in', ...args], api.environment)

test('the operator lets a business in again whose provider fails: its admins are told, and its log has it', async () => {
  const { anna, ben, id } = await aCompanyWithSignIn(api, { name: 'Locked Out Ltd' })
  expect(await run('Locked Out Ltd', '--off', '--yes')).toMatchObject({ status: 1 })
  await requireProvider(api, { id, anna })
  expect((await run('Locked Out Ltd')).output).toContain(': required.')
  expect((await run('Locked Out Ltd', '--off')).status).toBe(2)
  const reset = ['admin', 'recover', ben.email, '--reset-password', '--yes']
  expect(await operate(reset, api.environment)).toMatchObject({
    status: 1,
    errors: expect.stringContaining('signs in with its company'),
  })
  const body = { email: ben.email, password: ben.password }
  expect(await api.ask(login, { body })).toMatchObject({ ok: false })
  expect(await run('Locked Out Ltd', '--off', '--yes')).toMatchObject({ status: 0 })
  expect(await api.ask(login, { body })).toMatchObject({ ok: true })
  await api.inbox.next(anna.email, /no longer required/)
  const last = (await listBusinessEvents(api.context.db, id)).at(-1)
  expect(last).toMatchObject({ type: 'identity_provider_not_required', actor: { kind: 'system' } })
  const shown = await api.call(getIdentityProvider, { params: { id } }, anna.as)
  expect(shown.status).toBe('TESTED')
})
