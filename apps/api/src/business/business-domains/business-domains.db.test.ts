import {
  askForAesForBusiness,
  confirmAesForBusiness,
  getAesConfirmation,
  getAesForBusiness,
} from '@countersign/contract/aes-for-business.ts'
import * as calls from '@countersign/contract/business-domains.ts'
import { getCustomExtras } from '@countersign/contract/business-settings.ts'
import { getBusiness, updateBusinessSettings } from '@countersign/contract/businesses.ts'
import { acceptTerms, getUser } from '@countersign/contract/accounts.ts'
import * as members from '@countersign/contract/members.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { listBusinessEvents } from '#api/business/businesses/event-repository.ts'
import { setSeatLimit } from '#api/business/members/set-seat-limit.ts'
import { systemActor } from '#api/evidence/append-event.ts'
import { readAccountSigner } from '#api/signing/qualities/read-signer.ts'
import { findByEmail } from '#api/identity/accounts/repository.ts'
import { type Person, startTestApi, type TestApi } from '#api/testing/api.ts'
import { aBusiness } from '#api/testing/business.ts'
import { aDomain, removeRecord, setRecord } from '#api/testing/domains.ts'
import { checkDueDomains } from './check-due-domains.ts'
import { isPublicSuffix, readDomain } from './domain-name.ts'
import { presentDomain } from './presenter.ts'
import { list } from './repository.ts'

let api: TestApi
let ahead = 0
const hours = (count: number) => count * 3_600_000

beforeAll(async () => {
  api = await startTestApi({ now: () => new Date(Date.now() + ahead) })
})
afterAll(() => api?.stop())
beforeEach(async () => {
  ahead = 0
  await fetch(`${api.sandboxUrl}/api/faults`, { method: 'DELETE' })
})

let count = 0
async function aCompany(name = 'Lindenhof AG') {
  const [anna, ben] = await Promise.all(['Anna', 'Ben'].map((firstName) => api.person({ firstName })))
  if (!anna || !ben) throw new Error('nobody came')
  const id = await aBusiness(api, { name, admins: [anna], members: [ben] })
  count += 1
  return { anna, ben, id, domain: `firm-${count}.example` }
}

const at = (id: string, domain: string) => ({ params: { id, domain } })
const typesOf = async (id: string) =>
  (await listBusinessEvents(api.context.db, id))
    .map(({ type }) => type)
    .filter((t) => !t.startsWith('member'))
const emailOf = async ({ email }: Person) => {
  const account = await findByEmail(api.context.db, email)
  if (!account) throw new Error('no such account')
  return (await readAccountSigner(api.context.db, account)).businessEmail
}
const someoneOf = (domain: string, firstName = 'Carla') =>
  api.person({ firstName, email: `${firstName.toLowerCase()}.${crypto.randomUUID().slice(0, 6)}@${domain}` })

test('a domain is proved by its record: what is found instead is said, and by whom it was done is written down', async () => {
  const { anna, ben, id, domain } = await aCompany()
  const add = (given: string, as = anna.as) =>
    api.ask(calls.addDomain, { params: { id }, body: { domain: given } }, as)
  const added = await add(` https://WWW.${domain}/about `.replace('WWW.', ''))
  expect(added).toMatchObject({
    status: 201,
    body: { domain, status: 'PENDING', problem: null, join: false },
  })
  const { record } = await api.call(calls.addDomain, { params: { id }, body: { domain } }, anna.as)
  expect(record).toMatchObject({ type: 'TXT', name: `_countersign.${domain}` })
  for (const wrong of ['localhost', '192.0.2.1', 'a b.example', 'x'.repeat(290)])
    expect(await add(wrong)).toMatchObject({ status: 400, error: { key: 'validation.failed' } })
  expect(await add('other.example', ben.as)).toMatchObject({ error: { key: 'business.not_allowed' } })
  const stranger = await api.person({ firstName: 'Dora' })
  expect(await add('other.example', stranger.as)).toMatchObject({ status: 404 })

  const check = () => api.call(calls.checkDomain, at(id, domain), anna.as)
  expect(await check()).toMatchObject({ status: 'PENDING', problem: 'no_record' })
  await setRecord(api, { ...record, value: 'countersign-domain=another' })
  ahead += hours(1)
  expect(await check()).toMatchObject({ status: 'PENDING', problem: 'other_value' })
  await setRecord(api, record)
  await api.fault('dns', 'server_failure', -1)
  ahead += hours(1)
  expect(await check()).toMatchObject({ status: 'PENDING', problem: 'no_answer' })
  await fetch(`${api.sandboxUrl}/api/faults`, { method: 'DELETE' })
  ahead += hours(1)
  expect(await check()).toMatchObject({ status: 'VERIFIED', problem: null })
  expect((await api.call(getBusiness, { params: { id } }, ben.as)).domains).toEqual([domain])
  await api.call(calls.removeDomain, at(id, domain), anna.as)
  expect((await api.call(calls.listDomains, { params: { id } }, anna.as)).domains).toEqual([])
  expect(await typesOf(id)).toEqual([
    'business_created',
    'domain_claimed',
    'domain_verified',
    'domain_removed',
  ])
})

test('of two businesses one has it: the second may wait, also where both look at the same instant', async () => {
  const [one, other] = [await aCompany(), await aCompany('Other AG')]
  const { domain } = one
  const claims = await Promise.all(
    [one, other].map(({ id, anna }) =>
      api.call(calls.addDomain, { params: { id }, body: { domain } }, anna.as),
    ),
  )
  for (const { record } of claims) await setRecord(api, record)
  const looked = await Promise.all(
    [one, other].map(({ id, anna }) => api.call(calls.checkDomain, at(id, domain), anna.as)),
  )
  expect(looked.map(({ status }) => status).toSorted()).toEqual(['PENDING', 'VERIFIED'])
  const second = looked[0]?.status === 'PENDING' ? one : other
  const first = second === one ? other : one
  expect(looked.find(({ status }) => status === 'PENDING')?.problem).toBe('taken')
  // Given up by the first it is the second's at the next look, which the job takes on its own.
  await api.call(calls.removeDomain, at(first.id, domain), first.anna.as)
  ahead = hours(1)
  await checkDueDomains(api.context)
  const { domains } = await api.call(calls.listDomains, { params: { id: second.id } }, second.anna.as)
  expect(domains).toMatchObject([{ status: 'VERIFIED', problem: null }])
})

test('without its record a proved domain lapses after three days; silence alone takes nothing away', async () => {
  const { anna, id, domain } = await aCompany()
  const { record } = await aDomain(api, { id, domain, as: anna.as })
  const later = async (by: number) => {
    ahead += by
    await checkDueDomains(api.context)
    // Read past the front door: her session is over by then.
    return (await list(api.context.db, id)).map(presentDomain)[0]
  }
  await api.fault('dns', 'server_failure', -1)
  for (let days = 0; days < 6; days += 1) await later(hours(25))
  expect(await later(hours(25))).toMatchObject({ status: 'VERIFIED', problem: 'no_answer' })
  await fetch(`${api.sandboxUrl}/api/faults`, { method: 'DELETE' })
  await removeRecord(api, record)
  expect(await later(hours(2))).toMatchObject({ status: 'VERIFIED', problem: 'no_record' })
  expect(await later(hours(71))).toMatchObject({ status: 'VERIFIED' })
  expect(await later(hours(2))).toMatchObject({ status: 'LAPSED', problem: 'no_record' })
  await setRecord(api, record)
  expect(await later(hours(25))).toMatchObject({ status: 'VERIFIED', problem: null })
  expect(await typesOf(id)).toEqual([
    'business_created',
    'domain_claimed',
    'domain_verified',
    'domain_lapsed',
    'domain_verified',
  ])
})

test('who has an address of it joins where the business lets them, once, and not when the record is gone', async () => {
  const { anna, id, domain } = await aCompany()
  const [carla, dora, emil] = await Promise.all([
    someoneOf(domain),
    someoneOf(domain, 'Dora'),
    someoneOf(`sub.${domain}`, 'Emil'),
  ])
  const { record } = await aDomain(api, { id, domain, as: anna.as })
  const offered = async (as: string) => (await api.call(calls.listJoinableBusinesses, {}, as)).businesses
  const join = (as: string) => api.ask(calls.joinBusiness, { params: { id } }, as)
  // Proved is one thing, and to let people in another.
  expect(await offered(carla.as)).toEqual([])
  expect(await join(carla.as)).toMatchObject({ status: 404 })
  await api.call(calls.updateDomain, { ...at(id, domain), body: { join: true } }, anna.as)
  expect(await offered(carla.as)).toMatchObject([{ business: { id, name: 'Lindenhof AG' }, domain }])
  expect(await offered(emil.as)).toEqual([])
  expect(await join(emil.as)).toMatchObject({ status: 404 })

  const both = await Promise.all([join(carla.as), join(carla.as)])
  expect(both.filter(({ ok }) => ok)).toHaveLength(1)
  expect(await offered(carla.as)).toEqual([])
  const joined = (await listBusinessEvents(api.context.db, id)).filter(({ type }) => type === 'member_joined')
  expect(joined).toMatchObject([{ data: { email: carla.email, role: 'member', by: 'domain' } }])

  // Name servers that keep silent prove nothing: anyone who has the domain now may have them do so.
  await api.fault('dns', 'server_failure', -1)
  expect(await join(dora.as)).toMatchObject({ error: { key: 'service.unavailable' } })
  await fetch(`${api.sandboxUrl}/api/faults`, { method: 'DELETE' })

  // The domain has another owner since the last look.
  await removeRecord(api, record)
  expect(await offered(dora.as)).toHaveLength(1)
  expect(await join(dora.as)).toMatchObject({ status: 404 })
  expect(await offered(dora.as)).toEqual([])
})

test('someone whose email changes while the record is looked for doesn’t join by the former one', async () => {
  const { anna, id, domain } = await aCompany()
  const carla = await someoneOf(domain)
  await aDomain(api, { id, domain, as: anna.as })
  await api.call(calls.updateDomain, { ...at(id, domain), body: { join: true } }, anna.as)
  const holder = await api.context.pool.connect()
  try {
    await holder.query('BEGIN')
    const moved = `${crypto.randomUUID()}@elsewhere.example`
    await holder.query('UPDATE accounts SET email = $2 WHERE email = $1', [carla.email, moved])
    const joining = api.ask(calls.joinBusiness, { params: { id } }, carla.as)
    const waiting =
      "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
    await expect.poll(async () => (await api.context.pool.query(waiting)).rowCount).toBe(1)
    await holder.query('COMMIT')
    expect(await joining).toMatchObject({ status: 404 })
  } finally {
    // Its transaction may still be open.
    holder.release(true)
  }
})

test('someone who is invited joins by the domain with the seat that is held for them, where no other is left', async () => {
  const { anna, id, domain } = await aCompany()
  const [carla, dora] = await Promise.all([someoneOf(domain), someoneOf(domain, 'Dora')])
  await aDomain(api, { id, domain, as: anna.as })
  await api.call(calls.updateDomain, { ...at(id, domain), body: { join: true } }, anna.as)
  const params = { id }
  await api.call(members.inviteMembers, { params, body: { users: [{ email: carla.email }] } }, anna.as)
  await setSeatLimit(api.context, id, 3, systemActor)
  const join = (as: string) => api.ask(calls.joinBusiness, { params }, as)
  expect(await join(dora.as)).toMatchObject({ error: { key: 'business.no_seat' } })
  expect(await join(carla.as)).toMatchObject({ status: 200 })
})

test('someone an admin has removed comes back by invitation only, and someone who left by the domain too', async () => {
  const { anna, id, domain } = await aCompany()
  const [carla, dora] = await Promise.all([someoneOf(domain), someoneOf(domain, 'Dora')])
  await aDomain(api, { id, domain, as: anna.as })
  await api.call(calls.updateDomain, { ...at(id, domain), body: { join: true } }, anna.as)
  const params = { id }
  const offered = async (as: string) => (await api.call(calls.listJoinableBusinesses, {}, as)).businesses
  const join = (as: string) => api.ask(calls.joinBusiness, { params }, as)
  for (const { as } of [carla, dora]) expect(await join(as)).toMatchObject({ status: 200 })

  const carlasId = (await api.call(getUser, {}, carla.as)).id
  await api.call(members.removeMembers, { params, body: { user_ids: [carlasId] } }, anna.as)
  await api.call(acceptTerms, { body: { gtc: true } }, carla.as)
  expect(await offered(carla.as)).toEqual([])
  expect(await join(carla.as)).toMatchObject({ status: 404 })
  await api.call(members.leaveBusiness, { params, body: {} }, dora.as)
  expect(await offered(dora.as)).toHaveLength(1)
  expect(await join(dora.as)).toMatchObject({ status: 200 })

  const users = [{ email: carla.email }]
  await api.call(members.inviteMembers, { params, body: { users } }, anna.as)
  await api.call(acceptTerms, { body: { business_invite: true } }, carla.as)
  await api.call(members.leaveBusiness, { params, body: {} }, carla.as)
  expect(await join(carla.as)).toMatchObject({ status: 200 })
})

test('a business vouches for its people once its representative has said so, and as long as the domain is its own', async () => {
  const { anna, ben, id, domain } = await aCompany()
  const carla = await someoneOf(domain)
  const representative = `rita.${crypto.randomUUID().slice(0, 6)}@${domain}`
  const asked = {
    representativeName: 'Rita Lindt',
    representativeEmail: representative,
    commercialRegister: 'CHE-123.456.789',
    domains: [domain],
  }
  const ask = (body: object = asked, as = anna.as) =>
    api.ask(askForAesForBusiness, { params: { id }, body: body as typeof asked }, as)
  expect(await ask()).toMatchObject({ status: 400, error: { fields: [{ field: 'domains' }] } })
  await aDomain(api, { id, domain, as: anna.as })
  await api.call(calls.updateDomain, { ...at(id, domain), body: { join: true } }, anna.as)
  await api.call(calls.joinBusiness, { params: { id } }, carla.as)
  expect(await ask(asked, ben.as)).toMatchObject({ error: { key: 'business.not_allowed' } })
  expect(await ask()).toMatchObject({ status: 200, body: { status: 'WAITING', enabled: false } })
  const tokenIn = ({ text }: { text: string }) => /confirm\?token=([\w-]+)/.exec(text)?.[1] ?? ''
  const first = tokenIn(await api.inbox.next(representative))
  await ask({ ...asked, commercialRegister: 'CHE-999.999.996' })
  const token = tokenIn(await api.inbox.next(representative))
  // Asked again, the link before is good no more; and to look uses nothing up.
  const see = (given: string) => api.ask(getAesConfirmation, { body: { token: given } })
  expect(await see(first)).toMatchObject({ error: { key: 'confirmation.invalid' } })
  expect(await see(token)).toMatchObject({
    body: { business: 'Lindenhof AG', commercialRegister: 'CHE-999.999.996', domains: [domain] },
  })
  expect(await emailOf(carla)).toBeNull()
  const confirm = () => api.ask(confirmAesForBusiness, { body: { token } })
  expect((await Promise.all([confirm(), confirm()])).filter(({ ok }) => ok)).toHaveLength(1)
  expect(await emailOf(carla)).toBe(carla.email)
  expect(await emailOf(ben)).toBeNull()
  const shown = () => api.call(getAesForBusiness, { params: { id } }, anna.as)
  expect(await shown()).toMatchObject({ status: 'ON', enabled: true, inForce: [domain] })
  // Another representative is asked: what holds continues holding.
  await ask({ ...asked, representativeName: 'Rolf Lindt' })
  expect(await shown()).toMatchObject({ status: 'WAITING', enabled: true })
  await api.call(calls.removeDomain, at(id, domain), anna.as)
  expect(await shown()).toMatchObject({ status: 'OFF', enabled: false, inForce: [] })
  expect(await emailOf(carla)).toBeNull()
  const events = await listBusinessEvents(api.context.db, id)
  const confirmed = events.find(({ type }) => type === 'aes_for_business_confirmed')
  expect(confirmed?.actor).toMatchObject({ kind: 'link', name: 'Rita Lindt', email: representative })
  expect(events.at(-1)).toMatchObject({ type: 'aes_for_business_ended', data: { reason: 'domains', domain } })
  // The link is nowhere as it is.
  const rows = await api.context.pool.query('SELECT * FROM aes_for_business')
  expect(JSON.stringify(rows.rows)).not.toContain(token)
})

test('a request for another domain that is lost ends nothing of what is confirmed', async () => {
  const { anna, id, domain } = await aCompany()
  const second = `second-${domain}`
  for (const one of [domain, second]) await aDomain(api, { id, domain: one, as: anna.as })
  const ask = (representativeName: string, domains: string[]) => {
    const representativeEmail = `${representativeName.split(' ')[0]?.toLowerCase()}@${domain}`
    const commercialRegister = 'CHE-123.456.789'
    const body = { representativeName, representativeEmail, commercialRegister, domains }
    return api.call(askForAesForBusiness, { params: { id }, body }, anna.as)
  }
  await ask('Rita Lindt', [domain])
  const token = /confirm\?token=([\w-]+)/.exec((await api.inbox.next(`rita@${domain}`)).text)?.[1] ?? ''
  await api.call(confirmAesForBusiness, { body: { token } })
  const shown = () => api.call(getAesForBusiness, { params: { id } }, anna.as)
  const confirmed = await shown()
  const since = async () => {
    const { extras } = await api.call(getCustomExtras, { params: { id } }, anna.as)
    return extras.find(({ name }) => name === 'aes_for_business')?.since
  }
  expect(await since()).toBe(confirmed.confirmedAt)
  const settings = { affiliate: { enabled: true } }
  await api.call(updateBusinessSettings, { params: { id }, body: { settings } }, anna.as)
  expect(await since()).toBe(confirmed.confirmedAt)

  // Until it is answered, what is confirmed holds, and since when is still shown.
  expect(await ask('Rolf Lindt', [second])).toMatchObject({
    ...{ status: 'WAITING', enabled: true, inForce: [domain] },
    confirmedAt: confirmed.confirmedAt,
  })
  await api.call(calls.removeDomain, at(id, second), anna.as)
  expect(await shown()).toEqual(confirmed)
  expect(confirmed).toMatchObject({ status: 'ON', representativeName: 'Rita Lindt', inForce: [domain] })
  expect(await typesOf(id)).not.toContain('aes_for_business_ended')
  await api.call(calls.removeDomain, at(id, domain), anna.as)
  expect(await shown()).toMatchObject({ status: 'OFF', representativeName: null })
  expect((await typesOf(id)).filter((type) => type === 'aes_for_business_ended')).toHaveLength(1)
  expect(await since()).toBeNull()
})

test('nobody claims a suffix under which anybody registers names', () => {
  const suffixes = ['co.uk', 'github.io', 'com.au', 'xn--55qx5d.cn', 'k12.ca.us', 'blogspot.com']
  expect(suffixes.filter((domain) => !isPublicSuffix(domain))).toEqual([])
  const own = ['company.co.uk', 'me.github.io', 'company.example', 'gmail.com', 'sub.company.com']
  expect(own.filter(isPublicSuffix)).toEqual([])
})

test('domains are read as people write them', () => {
  expect(readDomain(' Firm.Example. ')).toBe('firm.example')
  expect(readDomain('https://www.firm.example/de?x=1')).toBe('www.firm.example')
  expect(readDomain('anna@firm.example')).toBe('firm.example')
  expect(readDomain('zürich.example')).toBe('xn--zrich-kva.example')
  for (const wrong of [
    '',
    'firm',
    '192.0.2.1',
    '-a.example',
    'a..example',
    'firm.e',
    'a_b.example',
    '*.firm.example',
  ])
    expect(readDomain(wrong)).toBeNull()
})
