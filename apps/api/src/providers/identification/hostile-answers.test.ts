import { inspect } from 'node:util'
import type { RequestListener } from 'node:http'
import { expect, test } from 'vitest'
import { anIdentification } from './conformance.ts'
import { idAustria } from './id-austria/id-austria.ts'
import { intrum } from './intrum/intrum.ts'
import { IdentificationFailed } from './port.ts'
import { smartRegistration } from './srs/smart-registration.ts'
import { withServer } from './stand-in.fixture.ts'

const secrets = { apiKey: 'an-api-key-of-ours', webhookSecret: 'a-webhook-secret-of-ours' }
const quick = { now: () => new Date(), timeLimit: 1000, pause: async () => {} }
const settingsAt = (url: string) => ({ url, ...secrets, authorities: undefined })
const providers = {
  srs: (url: string) => smartRegistration({ ...quick, settings: settingsAt(url) }),
  intrum: (url: string) => intrum({ ...quick, settings: settingsAt(url) }),
  'id-austria': (url: string) =>
    idAustria({
      now: quick.now,
      timeLimit: 1000,
      client: { issuer: url, clientId: 'us', clientSecret: 'an-oidc-secret-of-ours' },
    }),
}
const names = ['srs', 'intrum', 'id-austria'] as const

const json = (body: unknown, status = 200): RequestListener => {
  return (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }
}
/** In both languages at once: each reads its own. */
const started = (url: string) => ({
  identificationId: 'one',
  url,
  expiresAt: '2030-01-01T00:00:00Z',
  case_id: 'one',
  start_url: url,
  valid_until: '2030-01-01T00:00:00Z',
})
const person = 'Anna Müller, born on 1990-12-31'

const answers: Record<string, [RequestListener, string[]]> = {
  'a huge body': [
    (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(`{"a":"${'x'.repeat(2 * 1024 * 1024)}"}`)
    },
    ['unavailable'],
  ],
  'no JSON': [
    (_request, response) => response.writeHead(200).end('<h1>Hello</h1>'),
    ['answer_invalid', 'unavailable'],
  ],
  'a redirect to a private address': [
    (_request, response) =>
      response.writeHead(302, { location: 'http://127.0.0.1:1/latest/meta-data' }).end(),
    ['answer_invalid', 'unavailable'],
  ],
  'another shape': [json({ status: 'all is well' }), ['answer_invalid']],
  'a script for a page': [json(started('javascript:alert(1)')), ['answer_invalid']],
  'a page without TLS, elsewhere': [json(started('http://elsewhere.example/go')), ['answer_invalid']],
  'a page with a name in its address': [json(started('https://us@elsewhere.example/')), ['answer_invalid']],
  'a refusal that names the person': [
    json({ error: { code: person, message: person }, code: person, title: person }, 422),
    ['refused', 'answer_invalid'],
  ],
  'no such customer': [
    json({ error: { code: 'UNKNOWN_CUSTOMER' }, code: 'customer_not_known' }, 401),
    ['misconfigured', 'answer_invalid'],
  ],
}

test.each(names.flatMap((name) => Object.keys(answers).map((kind) => [name, kind] as const)))(
  '%s: %s is refused, and neither a secret nor the person is told',
  async (name, kind) => {
    const [answer, codes] = answers[kind] ?? []
    await withServer(answer ?? (() => {}), async ({ url }) => {
      const provider = providers[name](url)
      const order = anIdentification({
        provider,
        returnUrl: 'https://a.example/',
        webhookUrl: 'https://a.example/',
      })
      const error: unknown = await provider.start(order).catch((thrown: unknown) => thrown)
      expect(error).toBeInstanceOf(IdentificationFailed)
      // Of an OpenID provider nothing is asked before it has shown its configuration.
      const expected = name === 'id-austria' ? ['unavailable', 'answer_invalid'] : codes
      expect(expected).toContain((error as IdentificationFailed).code)
      const told = `${String(error)} ${inspect(error, { depth: 2 })}`
      expect(told).not.toMatch(/of-ours|Anna|Müller|x{1000}/)
    })
  },
)

test.each(['srs', 'intrum'] as const)('%s: an answer about someone else is nobody’s', async (name) => {
  const other = { identificationId: 'two', status: 'STARTED', case_id: 'two', state: 'running' }
  await withServer(json(other), async ({ url }) => {
    await expect(providers[name](url).find('one')).rejects.toMatchObject({ code: 'answer_invalid' })
  })
})

test.each(['srs', 'intrum'] as const)('%s: a success without a person is none', async (name) => {
  const hollow = { identificationId: 'one', status: 'FINISHED', result: { code: 'SUCCESS' } }
  const answer = { ...hollow, case_id: 'one', state: 'closed', outcome: 'SUCCESS' }
  await withServer(json(answer), async ({ url }) => {
    expect(await providers[name](url).find('one')).toEqual({ status: 'initialized' })
  })
})

/** Anna Müller, verified at that time; in both languages. */
const verifiedAt = (time: string, result = 'SUCCESS', validUntil?: string) => ({
  identificationId: 'one',
  status: 'FINISHED',
  result: { code: result },
  identity: {
    evidenceId: 'e',
    level: 'QES',
    firstName: 'Anna',
    lastName: 'Müller',
    document: { type: 'IDCARD', country: 'CH', validUntil },
    identifiedAt: time,
  },
  case_id: 'one',
  state: 'closed',
  outcome: result,
  evidence: {
    evidence_id: 'e',
    assurance: 'qualified',
    given_name: 'Anna',
    family_name: 'Müller',
    identity_document: { kind: 'id_card', issuing_country: 'CH', valid_until: validUntil },
    completed_at: time,
  },
})

test.each(['srs', 'intrum'] as const)(
  '%s: a success of a day that is still to come is none: it would count for longer than five years',
  async (name) => {
    const found: unknown[] = []
    for (const time of ['2026-01-01T12:00:00Z', '2099-01-01T12:00:00Z'])
      await withServer(json(verifiedAt(time)), async ({ url }) => {
        found.push(await providers[name](url).find('one'))
      })
    expect(found).toMatchObject([{ status: 'success' }, { status: 'initialized' }])
  },
)

test.each(['srs', 'intrum'] as const)(
  '%s: a document counts to the end of its last day, wherever that ends last, and not longer',
  async (name) => {
    const make = name === 'srs' ? smartRegistration : intrum
    await withServer(json(verifiedAt('2026-11-20T12:00:00Z', 'SUCCESS', '2026-11-22')), async ({ url }) => {
      const at = (time: string) =>
        make({ ...quick, now: () => new Date(time), settings: settingsAt(url) }).find('one')
      expect(await at('2026-11-23T11:59:58Z')).toMatchObject({ status: 'success' })
      expect(await at('2026-11-23T12:00:01Z')).toMatchObject({ failure: { code: 'document_expired' } })
    })
  },
)

test.each(['srs', 'intrum'] as const)('%s: a result that isn’t known ends nothing', async (name) => {
  for (const result of ['PROBABLY', 'constructor'])
    await withServer(json(verifiedAt('2026-01-01T12:00:00Z', result)), async ({ url }) => {
      expect(await providers[name](url).find('one')).toEqual({ status: 'initialized' })
    })
})

test.each(['srs', 'intrum'] as const)(
  '%s: what it has forgotten is removed; where it shuts us out, its settings are wrong',
  async (name) => {
    const answered = (status: number) => {
      let removing: Promise<unknown> = Promise.resolve()
      return withServer(json({}, status), async ({ url }) => {
        removing = providers[name](url).remove('one')
        await removing.catch(() => {})
      }).then(() => removing)
    }
    for (const status of [404, 410]) await expect(answered(status)).resolves.toBeUndefined()
    for (const status of [401, 403])
      await expect(answered(status)).rejects.toMatchObject({ code: 'misconfigured' })
    await expect(answered(409)).rejects.toMatchObject({ code: 'refused' })
  },
)

test.each(['srs', 'intrum'] as const)(
  '%s: a provider that is out of order again and again is left alone, and asked again later',
  async (name) => {
    let time = Date.now()
    let isBroken = true
    const answer: RequestListener = (_request, response) => {
      if (isBroken) response.writeHead(500).end()
      else response.writeHead(404).end('{}')
    }
    await withServer(answer, async ({ url, heard }) => {
      const make = name === 'srs' ? smartRegistration : intrum
      const provider = make({ ...quick, now: () => new Date(time), settings: settingsAt(url) })
      for (let count = 0; count < 7; count += 1)
        await expect(provider.find('one')).rejects.toMatchObject({ code: 'unavailable' })
      expect(heard).toHaveLength(5)
      expect(provider.health().state).toBe('DOWN')
      isBroken = false
      time += 31_000
      await expect(provider.find('one')).rejects.toMatchObject({ code: 'refused' })
      expect(provider.health().state).toBe('UP')
    })
  },
)
