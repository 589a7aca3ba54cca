import { listPricePlans } from '@countersign/contract/subscriptions.ts'
import { contactEnterprise } from '@countersign/contract/enterprise-contact.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Person, startTestApi, type TestApi } from '#api/testing/api.ts'

const body = {
  name: 'Anna Maria Keller',
  business: 'Lindenhof AG',
  email: 'anna.keller@lindenhof.example',
  phone: '+41791234567',
  seats: 250,
  message: 'We sign 4,000 contracts a year.\nPlease call us.',
  consent: true,
} as const

const operator = 'sales@countersign.example'
let api: TestApi
let anna: Person
/** How far the product's clock is ahead of the machine's. */
let ahead = 0
beforeAll(async () => {
  api = await startTestApi({
    enterpriseForm: true,
    environment: { ENTERPRISE_CONTACT: operator },
    now: () => new Date(Date.now() + ahead),
  })
  anna = await api.person({ firstName: 'Anna' })
})
afterEach(() => fetch(`${api.sandboxUrl}/api/faults`, { method: 'DELETE' }))
afterAll(() => api?.stop())

const arrived = async (business: string) => {
  const response = await fetch(`${api.sandboxUrl}/api/enterprise-form`)
  const { items } = (await response.json()) as { items: { fields: { name: string; value: string }[] }[] }
  return items.filter(({ fields }) =>
    fields.some(({ name, value }) => name === 'company' && value === business),
  )
}

test('the form arrives there with all its fields and the consent', async () => {
  expect((await api.call(listPricePlans, {}, anna.as)).enterpriseContact).toBe(true)
  await api.call(contactEnterprise, { body }, anna.as)
  await expect.poll(() => arrived('Lindenhof AG')).toHaveLength(1)
  const [submission] = await arrived('Lindenhof AG')
  expect(submission).toMatchObject({
    fields: [
      { name: 'email', value: 'anna.keller@lindenhof.example' },
      { name: 'firstname', value: 'Anna' },
      { name: 'lastname', value: 'Maria Keller' },
      { name: 'company', value: 'Lindenhof AG' },
      { name: 'phone', value: '+41791234567' },
      { name: 'seats', value: '250' },
      { name: 'message', value: 'We sign 4,000 contracts a year.\nPlease call us.' },
    ],
    context: { pageUri: `${api.url}/business/upgrade` },
    legalConsentOptions: { consent: { consentToProcess: true } },
  })
})

test('a service that is away: the person is not kept waiting, and it arrives once it is back', async () => {
  await api.fault('enterprise_form', 'rate_limited', 1)
  await api.fault('enterprise_form', 'status_503', 1)
  const later = { ...body, business: 'Sihl GmbH', phone: null, seats: null, message: null }
  await api.call(contactEnterprise, { body: later }, anna.as)
  await expect.poll(() => arrived('Sihl GmbH')).toHaveLength(1)
})

test('what is wrong is refused by its field', async () => {
  const wrong = [
    [{ ...body, email: 'nowhere' }, 'email'],
    [{ ...body, name: ' ' }, 'name'],
    [{ ...body, consent: false as never }, 'consent'],
    [{ ...body, seats: 0 }, 'seats'],
  ] as const
  for (const [given, field] of wrong)
    expect(await api.ask(contactEnterprise, { body: given }, anna.as)).toMatchObject({
      error: { key: 'validation.failed', fields: [{ field }] },
    })
})

test('nobody floods it', async () => {
  const ben = await api.person({ firstName: 'Ben' })
  const ask = () => api.ask(contactEnterprise, { body: { ...body, business: 'Flut AG' } }, ben.as)
  const replies = await Promise.all(Array.from({ length: 7 }, ask))
  expect(replies.filter(({ ok }) => ok)).toHaveLength(5)
  expect(replies.find(({ ok }) => !ok)).toMatchObject({ error: { key: 'rate.exceeded' } })
})

test('what the service never takes is mailed to the operator', async () => {
  // It takes no form that is a month old.
  ahead = -31 * 86_400_000
  try {
    await api.call(contactEnterprise, { body: { ...body, business: 'Alt AG' } }, anna.as)
    const mail = await api.inbox.next(operator)
    expect(mail.subject).toContain('Alt AG')
    expect(mail.text).toContain('anna.keller@lindenhof.example')
  } finally {
    ahead = 0
  }
  expect(await arrived('Alt AG')).toEqual([])
})

/** As an installation that was set up so. */
async function withSettings(enterprise: object, work: () => Promise<void>): Promise<void> {
  const before = api.context.config.enterprise
  Object.assign(api.context.config, { enterprise })
  try {
    await work()
  } finally {
    Object.assign(api.context.config, { enterprise: before })
  }
}

test('without a service it is mailed to the operator', () =>
  withSettings({ contact: operator }, async () => {
    await api.call(contactEnterprise, { body }, anna.as)
    const mail = await api.inbox.next(operator)
    expect(mail.subject).toContain('Lindenhof AG')
    for (const said of ['anna.keller@lindenhof.example', '250', '4,000 contracts'])
      expect(mail.text).toContain(said)
  }))

test('with neither it is not offered', () =>
  withSettings({}, async () => {
    expect((await api.call(listPricePlans, {}, anna.as)).enterpriseContact).toBe(false)
    expect(await api.ask(contactEnterprise, { body }, anna.as)).toMatchObject({ status: 404 })
  }))
