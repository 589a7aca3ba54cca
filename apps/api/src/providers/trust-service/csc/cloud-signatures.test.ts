import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { SEAL_PIN } from '../../../../../sandbox/src/trust-services/csc/credentials.ts'
import { client } from '../../../../../sandbox/src/trust-services/client.ts'
import { startTrustServices } from '../../../../../sandbox/src/trust-services/start.ts'
import type { RunningTrustServices } from '../../../../../sandbox/src/trust-services/start.ts'
import { fromPem } from '#api/platform/values/pem.ts'
import { type TimestampAuthority, TimestampUnavailable } from '#api/providers/timestamp/port.ts'
import { httpRevocationSource, type RevocationSource } from '#api/providers/timestamp/revocation-source.ts'
import { rfc3161Authority } from '#api/providers/timestamp/rfc3161.ts'
import { approveAtSandbox } from '../stepwise/approve-at-sandbox.fixture.ts'
import { anOrder, signWith, stepwiseConformance } from '../stepwise/conformance.ts'
import { aPerson, aSeal } from '../stepwise/people.fixture.ts'
import type { CscClient } from './client.ts'
import { cloudSignatures } from './cloud-signatures.ts'
import type { CloudSignaturesOptions } from './cloud-signatures.ts'
import { readCredential } from './find-credential.ts'
import type { CredentialInfo } from './wire.ts'

let sandbox: RunningTrustServices
beforeAll(async () => (sandbox = await startTrustServices()))
afterAll(() => sandbox.close())
beforeEach(() => sandbox.faults.clear())

const now = () => new Date()

function adapter(change: Partial<CloudSignaturesOptions> = {}) {
  const anchors = fromPem(sandbox.anchorsPem)
  const revocationSource = httpRevocationSource(now)
  const tsa = { url: `${sandbox.pagesUrl}/tsa`, anchors, revocationSource, now, timeLimit: 15_000 }
  return cloudSignatures({
    url: sandbox.url,
    authorizeUrl: `${sandbox.pagesUrl}/oauth2/authorize`,
    clientId: client.id,
    clientSecret: client.secret,
    serviceAuthorization: 'client',
    identity: sandbox.customer,
    authorities: sandbox.tlsRootPem,
    anchors,
    revocationSource,
    timestamps: rfc3161Authority(tsa),
    seals: { 'Muster AG': { credentialId: 'static-saphir4-ch:Muster AG', pin: SEAL_PIN } },
    now,
    pause: async () => {},
    ...change,
  })
}

const act = (step: { url?: string | undefined }, choice: 'approve' | 'cancel') =>
  approveAtSandbox(sandbox, step.url ?? '', { choice })
const staged = (change?: Partial<CloudSignaturesOptions>) => ({ service: adapter(change), act })

/** The services of the sandbox, and what the settings say of each; all else they announce. */
const services: [string, string, Partial<CloudSignaturesOptions>][] = [
  ['of a community, with authorization_details', '', { serviceAuthorization: 'client' }],
  [
    'with authorization_details, signed in to',
    '',
    { serviceAuthorization: 'user', clientAuthentication: 'post' },
  ],
  ['with pushed requests', '/pushed', { serviceAuthorization: 'user' }],
  ['with plain requests', '/plain', { serviceAuthorization: undefined }],
  ['of version 1', '/first', { serviceAuthorization: 'user', clientAuthentication: 'post' }],
]
for (const [what, prefix, settings] of services) {
  const at = (change: Partial<CloudSignaturesOptions> = {}) =>
    adapter({
      url: `${sandbox.url}${prefix}`,
      authorizeUrl: `${sandbox.pagesUrl}${prefix}/oauth2/authorize`,
      ...settings,
      ...change,
    })
  stepwiseConformance(`A signing service ${what},`, async (patience) => ({
    service: at(patience && { timeLimit: 300 }),
    parties: [
      aPerson('QES', 'ZERTES'),
      aPerson('AES', 'ZERTES'),
      aPerson('QES', 'EIDAS'),
      // Organisations sign where a client gets a token of its own.
      ...(['', '/first'].includes(prefix) ? [aSeal()] : []),
    ],
    act,
    fail: (kind, times) => sandbox.faults.set({ party: 'csc', kind, times }),
    // The certificate is chosen by us before anything is signed, and the CMS is ours.
    impossible: ['wrong_quality', 'wrong_algorithm'],
    reopen: () => at(),
  }))
}

const plain = () =>
  adapter({
    url: `${sandbox.url}/plain`,
    authorizeUrl: `${sandbox.pagesUrl}/plain/oauth2/authorize`,
    serviceAuthorization: 'user',
  })

test('a user who signs in as someone else has no credential of the signer', async () => {
  const service = plain()
  const begun = await service.begin(anOrder(aPerson()))
  if (begun.kind !== 'waiting') throw new Error('It signed without asking')
  const visit = { choice: 'approve', email: 'ben.keller@example.test' } as const
  const query = await approveAtSandbox(sandbox, begun.step.url ?? '', visit)
  await expect(service.proceed(begun.ticket, query)).rejects.toMatchObject({
    code: 'identification_required',
  })
})

test('the way back from the sign-in is no approval of another step', async () => {
  const service = plain()
  const begun = await service.begin(anOrder(aPerson()))
  if (begun.kind !== 'waiting') throw new Error('It signed without asking')
  const query = (await act(begun.step, 'approve')) ?? ''
  const next = await service.proceed(begun.ticket, query)
  if (next.kind !== 'waiting') throw new Error('It signed without an approval')
  expect(next.step.state).not.toBe(begun.step.state)
  await expect(service.proceed(next.ticket, query)).rejects.toMatchObject({ code: 'answer_invalid' })
})

test('an approval that comes after ten minutes signs nothing', async () => {
  const begun = await plain().begin(anOrder(aPerson()))
  if (begun.kind !== 'waiting') throw new Error('It signed without asking')
  const query = (await act(begun.step, 'approve')) ?? ''
  const late = adapter({ url: `${sandbox.url}/plain`, now: () => new Date(Date.now() + 601_000) })
  await expect(late.proceed(begun.ticket, query)).rejects.toMatchObject({ code: 'timed_out' })
})

test('of an error that the browser brings only a code is kept: the words beside it may name the person', async () => {
  const service = plain()
  const begun = await service.begin(anOrder(aPerson()))
  if (begun.kind !== 'waiting') throw new Error('It signed without asking')
  const query = new URLSearchParams({
    state: begun.step.state ?? '',
    error: 'Anna Müller',
    error_description: 'Anna',
  })
  const error: unknown = await service
    .proceed(begun.ticket, query.toString())
    .catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({ code: 'signing_failed' })
  expect(String(error)).not.toContain('Anna')
})

test.each([
  ['another secret', { clientSecret: 'wrong' }],
  ['a secret shown in a way that the service does not take', { clientAuthentication: 'post' }],
  ['an organisation where clients get no token', {}],
] as const)('%s is a matter of the settings', async (what, change) => {
  const service = adapter({ url: `${sandbox.url}/plain`, serviceAuthorization: 'user', ...change })
  if (what.startsWith('an organisation')) {
    await expect(service.begin(anOrder(aSeal()))).rejects.toMatchObject({ code: 'misconfigured' })
    return
  }
  const authorizeUrl = `${sandbox.pagesUrl}/plain/oauth2/authorize`
  const there = adapter({
    url: `${sandbox.url}/plain`,
    authorizeUrl,
    serviceAuthorization: 'user',
    ...change,
  })
  await expect(signWith({ service: there, act }, anOrder(aPerson()))).rejects.toMatchObject({
    code: 'misconfigured',
  })
})

test.each([
  ['no_credential', 'identification_required'],
  ['wrong_quality', 'identification_required'],
  ['invalid_client', 'misconfigured'],
] as const)('%s, at the beginning, is %s', async (kind, code) => {
  sandbox.faults.set({ party: 'csc', kind, times: 1 })
  await expect(adapter().begin(anOrder(aPerson()))).rejects.toMatchObject({ code })
})

test.each([
  ['expired_sad', 'order_invalid'],
  ['user_cancel', 'cancelled'],
] as const)('%s, at the end, is %s', async (kind, code) => {
  sandbox.faults.set({ party: 'csc', kind, times: 1 })
  await expect(signWith(staged(), anOrder(aPerson()))).rejects.toMatchObject({ code })
})

/** A signer whose credential makes so many signatures with an approval. */
const limited = (domain: 'one-by-one.test' | 'two-by-two.test') =>
  aPerson('QES', 'ZERTES', { givenName: 'Ben', surname: 'Keller', email: `ben.keller@${domain}` })

test.each(services)(
  'a signing service %s is asked for an approval of each document where its key signs one hash at a time',
  async (_, prefix, settings) => {
    const visited: string[] = []
    const service = adapter({
      url: `${sandbox.url}${prefix}`,
      authorizeUrl: `${sandbox.pagesUrl}${prefix}/oauth2/authorize`,
      ...settings,
    })
    const counting = (step: { url?: string | undefined }, choice: 'approve' | 'cancel') => {
      visited.push(step.url ?? '')
      return approveAtSandbox(sandbox, step.url ?? '', { choice, email: 'ben.keller@one-by-one.test' })
    }
    const order = anOrder(limited('one-by-one.test'), 3)
    const { signatures } = await signWith({ service, act: counting }, order)
    expect(signatures.map(({ id }) => id)).toEqual(order.documents.map(({ id }) => id))
    expect(visited).toHaveLength(settings.serviceAuthorization === 'client' ? 3 : 4)
    expect(new Set(visited).size).toBe(visited.length)
  },
)

test('a key that signs two hashes at a time takes three approvals for five documents', async () => {
  let approvals = 0
  const service = adapter()
  const counting = (step: { url?: string | undefined }, choice: 'approve' | 'cancel') => {
    approvals += 1
    return act(step, choice)
  }
  const { signatures } = await signWith({ service, act: counting }, anOrder(limited('two-by-two.test'), 5))
  expect(signatures).toHaveLength(5)
  expect(approvals).toBe(3)
})

test('a signer who would have to approve more than five times is asked for nothing', async () => {
  await expect(adapter().begin(anOrder(limited('one-by-one.test'), 6))).rejects.toMatchObject({
    code: 'too_many_documents',
  })
})

test('nothing is signed where the signer approves the first document and cancels at the second', async () => {
  const service = adapter()
  const begun = await service.begin(anOrder(limited('one-by-one.test'), 2))
  if (begun.kind !== 'waiting') throw new Error('It signed without asking')
  const query = (await act(begun.step, 'approve')) ?? ''
  const second = await service.proceed(begun.ticket, query)
  if (second.kind !== 'waiting') throw new Error('It signed both with one approval')
  expect(second.step.state).not.toBe(begun.step.state)
  await expect(service.proceed(second.ticket, query)).rejects.toMatchObject({ code: 'answer_invalid' })
  const cancelled = (await act(second.step, 'cancel')) ?? ''
  await expect(service.proceed(second.ticket, cancelled)).rejects.toMatchObject({ code: 'cancelled' })
})

test.each(['', '/first'])(
  'an organisation’s key that signs one hash at a time is authorised for each (%s)',
  async (prefix) => {
    const name = 'Muster one-by-one'
    const seals = { [name]: { credentialId: `static-saphir4-ch:${name}`, pin: SEAL_PIN } }
    const settings =
      prefix === '' ? {} : ({ serviceAuthorization: 'user', clientAuthentication: 'post' } as const)
    const service = adapter({ url: `${sandbox.url}${prefix}`, ...settings, seals })
    const party = { ...aSeal(), sealName: name, organisation: name }
    expect((await signWith({ service, act }, anOrder(party, 3))).signatures).toHaveLength(3)
  },
)

/** A service whose credentials/info says this. */
const saying = (info: object) =>
  ({
    call: async (_path: string, _body: object, form: typeof CredentialInfo) => form.parse(info),
  }) as unknown as CscClient
const key = { status: 'enabled', algo: ['1.2.840.10045.4.3.2'] }

test('a credential may say how many hashes it signs at a time, or not', async () => {
  const cert = { certificates: ['MA=='] }
  expect(await readCredential(saying({ key, cert, multisign: 2 }), 'a-seal')).toMatchObject({ atOnce: 2 })
  for (const info of [
    { key, cert },
    { key, cert, multisign: 'many' },
    { key, cert, multisign: 0 },
  ]) {
    const found = await readCredential(saying(info), 'a-seal')
    expect(found).toMatchObject({ id: 'a-seal' })
    expect(found).not.toHaveProperty('atOnce')
  }
})

test('a credential without a certificate is none', async () => {
  const info = { key, cert: { certificates: [] }, multisign: 1 }
  expect(await readCredential(saying(info), 'a-seal')).toBeUndefined()
})

test('a service that has forgotten our token is shown another one, once', async () => {
  const service = adapter()
  await service.begin(anOrder(aSeal()))
  sandbox.faults.set({ party: 'csc', kind: 'invalid_token', times: 1 })
  expect(await service.begin(anOrder(aSeal()))).toMatchObject({ kind: 'signed' })
  sandbox.faults.set({ party: 'csc', kind: 'invalid_token', times: 3 })
  await expect(service.begin(anOrder(aSeal()))).rejects.toMatchObject({ code: 'misconfigured' })
  expect(sandbox.faults.list()).toMatchObject([{ times: 1 }])
})

test('a wrong PIN of an organisation is a matter of the settings', async () => {
  const seals = { 'Muster AG': { credentialId: 'static-saphir4-ch:Muster AG', pin: '1' } }
  await expect(adapter({ seals }).begin(anOrder(aSeal()))).rejects.toMatchObject({ code: 'misconfigured' })
  await expect(adapter({ seals: {} }).begin(anOrder(aSeal()))).rejects.toMatchObject({
    code: 'misconfigured',
  })
})

test('a way back of another way there, or without a code, signs nothing', async () => {
  const service = adapter()
  const begun = await service.begin(anOrder(aPerson()))
  if (begun.kind !== 'waiting') throw new Error('It signed without asking')
  const query = (await act(begun.step, 'approve')) ?? ''
  const foreign = new URLSearchParams(query)
  foreign.set('state', randomBytes(24).toString('base64url'))
  const bare = new URLSearchParams({ state: begun.step.state ?? '' })
  for (const wrong of [foreign, bare])
    await expect(service.proceed(begun.ticket, wrong.toString())).rejects.toMatchObject({
      code: 'answer_invalid',
    })
  expect(await service.proceed(begun.ticket, query)).toMatchObject({ kind: 'signed' })
  await expect(service.proceed(begun.ticket, query)).rejects.toMatchObject({ code: 'signing_failed' })
})

test('without a time-stamp there is no signature', async () => {
  const outage = new TimestampUnavailable([])
  const timestamps = {
    timestamp: () => Promise.reject(outage),
    validation: () => Promise.reject(outage),
    anchors: async () => [],
  }
  await expect(signWith(staged({ timestamps }), anOrder(aSeal()))).rejects.toBe(outage)
})

test('the status of the certificate is asked for once all documents are stamped', async () => {
  const asked: string[] = []
  const anchors = fromPem(sandbox.anchorsPem)
  const http = httpRevocationSource(now)
  const tsa = rfc3161Authority({ url: `${sandbox.pagesUrl}/tsa`, anchors, revocationSource: http, now })
  const timestamps: TimestampAuthority = {
    ...tsa,
    timestamp: (digest) => tsa.timestamp(digest).finally(() => asked.push('timestamp')),
  }
  const revocationSource: RevocationSource = (...of) => {
    asked.push('status')
    return http(...of)
  }
  await signWith(staged({ timestamps, revocationSource }), anOrder(aSeal(), 2))
  expect(asked.slice(0, 2)).toEqual(['timestamp', 'timestamp'])
  expect(asked).toContain('status')
})

test('a service whose certificates do not chain to an anchor of ours is not believed', async () => {
  await expect(signWith(staged({ anchors: [] }), anOrder(aSeal()))).rejects.toMatchObject({
    code: 'answer_invalid',
  })
})
