import type { RequestListener } from 'node:http'
import { inspect } from 'node:util'
import Chargebee from 'chargebee'
import { expect, test } from 'vitest'
import { withServer } from '#api/providers/identification/stand-in.fixture.ts'
import { chargebee } from './chargebee/chargebee.ts'
import { PaymentFailed, type PaymentProvider } from './port.ts'
import { stripe } from './stripe/stripe.ts'

const quick = { now: () => new Date(), timeLimit: 1_000, pause: async () => {} }
const open: Record<string, (apiUrl: string, now?: () => Date) => PaymentProvider> = {
  Stripe: (apiUrl, now = quick.now) =>
    stripe({
      ...quick,
      now,
      settings: {
        secretKey: 'sk_test_of_ours',
        publishableKey: 'pk_test_ours',
        webhookSecret: 'whsec_of_ours',
        apiUrl,
      },
    }),
  Chargebee: (apiUrl, now = quick.now) =>
    chargebee({
      ...quick,
      now,
      settings: {
        site: 'countersign',
        apiKey: 'test_of_ours',
        webhookUser: 'user_of_ours',
        webhookPassword: 'password_of_ours',
        apiUrl,
      },
    }),
}
const names = Object.keys(open)

const json = (body: unknown, status = 200): RequestListener => {
  return (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }
}
const person = 'Anna Müller of Lindenhof AG, anna@lindenhof.example'
const customer = {
  reference: 'business:one',
  name: 'Lindenhof AG',
  email: 'anna@lindenhof.example',
  language: 'de' as const,
  address: { line1: 'Lindenhof 1', postalCode: '8001', city: 'Zürich', country: 'CH' },
}

const answers: Record<string, [RequestListener, string]> = {
  'a huge body': [
    (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(`{"a":"${'x'.repeat(5 * 1024 * 1024)}"}`)
    },
    'unavailable',
  ],
  'a page in place of JSON': [
    (_request, response) => response.writeHead(200).end('<h1>Hello</h1>'),
    'answer_invalid',
  ],
  'a redirect to a private address': [
    (_request, response) =>
      response.writeHead(302, { location: 'http://127.0.0.1:1/latest/meta-data' }).end('{}'),
    'answer_invalid',
  ],
  'another shape': [json({ object: 'list', customer: 'all is well', data: 'all is well' }), 'answer_invalid'],
  'a refusal without an error': [json({}, 400), 'answer_invalid'],
  'an error that the service has': [
    json({ error: { message: person }, message: person }, 500),
    'unavailable',
  ],
  'too many calls': [
    json({ error: { code: 'rate_limit' }, api_error_code: 'api_request_limit_exceeded' }, 429),
    'unavailable',
  ],
  'a wrong key': [
    json(
      { error: { message: `Invalid API Key: sk_test_of_ours` }, api_error_code: 'api_authentication_failed' },
      401,
    ),
    'misconfigured',
  ],
  'a refusal that names the customer': [
    json(
      {
        error: { code: person, message: person, type: 'invalid_request_error' },
        api_error_code: person,
        message: person,
      },
      400,
    ),
    'refused',
  ],
}

const told = (error: unknown) => `${String(error)} ${inspect(error, { depth: 6 })} ${(error as Error).stack}`

test.each(names.flatMap((name) => Object.keys(answers).map((kind) => [name, kind] as const)))(
  '%s: %s is refused, and neither a key nor the customer is told',
  async (name, kind) => {
    const [answer, code] = answers[kind] ?? []
    await withServer(answer ?? (() => {}), async ({ url }) => {
      const provider = open[name]?.(url)
      const error: unknown = await provider?.saveCustomer(customer, null).catch((thrown: unknown) => thrown)
      expect(error).toBeInstanceOf(PaymentFailed)
      expect(error).toMatchObject({ code })
      expect(told(error)).not.toMatch(/of_ours|Anna|lindenhof|x{1000}/i)
    })
  },
)

test.each(names)('%s: no answer in time is unavailable, and is not waited for twice', async (name) => {
  await withServer(
    () => {},
    async ({ url, heard }) => {
      const provider = open[name]?.(url)
      await expect(provider?.saveCustomer(customer, null)).rejects.toMatchObject({ code: 'unavailable' })
      expect(heard).toHaveLength(1)
    },
  )
})

test('Chargebee: a change without a key is not made again where the connection breaks', async () => {
  await withServer(
    (request) => request.socket.destroy(),
    async ({ url, heard }) => {
      const saving = open['Chargebee']?.(url).saveCustomer(customer, 'business-one')
      await expect(saving).rejects.toMatchObject({ code: 'unavailable' })
      expect(heard).toHaveLength(1)
    },
  )
})

test.each(names)('%s: out of order again and again, it is left alone and asked again later', async (name) => {
  let time = Date.now()
  let isBroken = true
  const answer: RequestListener = (request, response) => {
    if (isBroken) response.writeHead(500).end('{}')
    else json({ error: { code: 'nothing' }, api_error_code: 'nothing' }, 400)(request, response)
  }
  await withServer(answer, async ({ url, heard }) => {
    const provider = open[name]?.(url, () => new Date(time))
    for (let count = 0; count < 7; count += 1)
      await expect(provider?.saveCustomer(customer, null)).rejects.toMatchObject({ code: 'unavailable' })
    expect(heard).toHaveLength(5)
    expect(provider?.health().state).toBe('DOWN')
    isBroken = false
    time += 31_000
    await expect(provider?.saveCustomer(customer, null)).rejects.toMatchObject({ code: 'refused' })
    expect(provider?.health().state).toBe('UP')
  })
})

test('Stripe: what a call says of this machine is its key and no more', async () => {
  await withServer(json({ data: [], has_more: false }), async ({ url, heard }) => {
    await open['Stripe']?.(url).listPrices()
    for (const { headers } of heard)
      expect(Object.keys(headers).toSorted()).toEqual([
        'accept',
        'authorization',
        'connection',
        'host',
        'stripe-version',
        'user-agent',
      ])
    expect(heard[0]?.headers['authorization']).toBe('Bearer sk_test_of_ours')
    expect(heard[0]?.headers['user-agent']).toBe('countersign')
  })
})

test('Chargebee: what a call says of this machine is its key and no more', async () => {
  await withServer(json({ list: [] }), async ({ url, heard }) => {
    await open['Chargebee']?.(url).listPrices()
    expect(Object.keys(heard[0]?.headers ?? {}).toSorted()).toEqual([
      'accept',
      'authorization',
      'connection',
      'host',
      'user-agent',
    ])
  })
})

test('Chargebee’s package is led to another host, port and protocol by options that it does not document', async () => {
  await withServer(json({ list: [] }), async ({ url, heard }) => {
    const { hostname, port } = new URL(url)
    const api = new Chargebee({
      site: hostname,
      apiKey: 'test_of_ours',
      hostSuffix: '',
      protocol: 'http',
      port: Number(port),
    })
    await api.itemPrice.list({ limit: 1 })
    expect(heard.map(({ method, path }) => `${method} ${path}`)).toEqual(['GET /api/v2/item_prices?limit=1'])
    const key = Buffer.from('test_of_ours:').toString('base64')
    expect(heard[0]?.headers.authorization).toBe(`Basic ${key}`)
  })
})
