import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import {
  endIdentification,
  endReview,
  signInAtIdAustria,
  type Eid,
} from '#api/testing/identification/pages.ts'
import { enrolmentAt } from '../../../../sandbox/src/identification/enrolment.ts'
import { returnPaths } from '../../../../sandbox/src/identification/id-austria/enrolment.ts'
import { startSandbox } from '../../../../sandbox/src/sandbox.ts'
import type { RunningSandbox } from '../../../../sandbox/src/sandbox.ts'
import { anIdentification, identificationConformance } from './conformance.ts'
import type { IdentificationEnding, IdentificationFault, IdentificationStage } from './conformance.ts'
import { idAustria } from './id-austria/id-austria.ts'
import { intrum } from './intrum/intrum.ts'
import { WebhookRefused } from './port.ts'
import type { Webhook } from './port.ts'
import { smartRegistration } from './srs/smart-registration.ts'

const productUrl = 'http://127.0.0.1:1'
let sandbox: RunningSandbox
let webhooks: Webhook[] = []
const product = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.once('end', () => {
    webhooks.push({ headers: request.headers, rawBody: Buffer.concat(chunks) })
    response.writeHead(204).end()
  })
})

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, smtpPort: 0, productUrl })
  await new Promise<void>((resolve) => product.listen(0, '127.0.0.1', resolve))
})
beforeEach(() => {
  webhooks = []
})
afterAll(async () => {
  await sandbox.close()
  await new Promise((resolve) => product.close(resolve))
})

const now = () => new Date()
const quick = { now, timeLimit: 1000, pause: async () => {} }
/** On a busy machine those of a test before may come late. */
const webhooksOf = (reference: string) =>
  webhooks.filter(({ rawBody }) => Buffer.from(rawBody).includes(reference))
const webhookUrl = () => `http://127.0.0.1:${(product.address() as AddressInfo).port}/webhook`

async function fault(party: string, kind: string, times = 1): Promise<void> {
  const response = await fetch(`${sandbox.url}/api/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ party, kind, times }),
  })
  expect(response.status).toBe(201)
}

const makers = { srs: smartRegistration, intrum } as const

function restStage(name: keyof typeof makers): IdentificationStage {
  const settings = { ...enrolmentAt(sandbox.url)[name], authorities: undefined }
  return {
    provider: makers[name]({ ...quick, settings }),
    act: async (page, ending) => {
      if (ending === 'level-too-low') throw new Error('it does not end so')
      return (await endIdentification(page, ending)).search
    },
    endReview,
    endings: ['success', 'renamed', 'review', 'aborted', 'document-expired', 'fraud', 'cancel'],
    // A 503 is tried again: three of them and it is given up.
    failNext: (kind) => fault(name, kind, kind === 'status_503' ? 3 : 1),
    faults: ['timeout', 'status_503', 'unknown_status'],
    webhooks,
    returnUrl: `${productUrl}/back?to=here`,
    webhookUrl: webhookUrl(),
  }
}

identificationConformance('srs', () => restStage('srs'))
identificationConformance('intrum', () => restStage('intrum'))

const citizens: Partial<Record<IdentificationEnding, Eid>> = {
  success: { givenName: 'Anna', surname: 'Müller', birthDate: '1985-04-12' },
  renamed: 'Johanna',
  cancel: 'cancel',
  'level-too-low': 'Eva',
}

function idAustriaStage(): IdentificationStage {
  return {
    provider: idAustria({ client: enrolmentAt(sandbox.url)['id-austria'], now, timeLimit: 1000 }),
    act: async (page, ending) => (await signInAtIdAustria(page, citizens[ending] ?? 'cancel')).search,
    endReview,
    endings: ['success', 'renamed', 'cancel', 'level-too-low'],
    failNext: (kind: IdentificationFault) => fault('id-austria', kind),
    faults: ['timeout', 'status_503'],
    returnUrl: productUrl + returnPaths[0],
    webhookUrl: webhookUrl(),
  }
}

identificationConformance('ID Austria', idAustriaStage)

test.each(['wrong_nonce', 'expired_token', 'wrong_audience', 'wrong_issuer', 'bad_signature'] as const)(
  'ID Austria: %s is not believed',
  async (kind) => {
    const here = idAustriaStage()
    const { reference, url } = await here.provider.start(anIdentification(here))
    const query = await here.act(url, 'success')
    await fault('id-austria', kind)
    const exchange = { reference, returnUrl: here.returnUrl, query }
    await expect(here.provider.handleReturn(exchange)).rejects.toMatchObject({ code: 'answer_invalid' })
    // Its code is used up: the same way back is good for nothing more.
    await expect(here.provider.handleReturn(exchange)).rejects.toMatchObject({ code: 'answer_invalid' })
  },
)

test('ID Austria: a way back of another way there, or to another address, is not taken', async () => {
  const here = idAustriaStage()
  const [mine, other] = [
    await here.provider.start(anIdentification(here)),
    await here.provider.start(anIdentification(here)),
  ]
  const query = await here.act(other.url, 'success')
  const { returnUrl } = here
  await expect(
    here.provider.handleReturn({ reference: mine.reference, returnUrl, query }),
  ).rejects.toMatchObject({ code: 'answer_invalid' })
  const elsewhere = { reference: other.reference, returnUrl: productUrl + returnPaths[1], query }
  await expect(here.provider.handleReturn(elsewhere)).rejects.toMatchObject({ code: 'answer_invalid' })
})

test('ID Austria: who left the page begins again at the same address, which names nobody', async () => {
  const here = idAustriaStage()
  const { reference, url } = await here.provider.start(anIdentification(here))
  expect(url).not.toMatch(/anna|müller|%40/i)
  await here.act(url, 'success')
  const exchange = { reference, returnUrl: here.returnUrl, query: await here.act(url, 'success') }
  expect(await here.provider.handleReturn(exchange)).toMatchObject({ status: 'success' })
})

test('ID Austria: a way back that is shown twice at once is answered twice alike', async () => {
  const here = idAustriaStage()
  const { reference, url } = await here.provider.start(anIdentification(here))
  const exchange = { reference, returnUrl: here.returnUrl, query: await here.act(url, 'success') }
  const [one, other] = await Promise.all([
    here.provider.handleReturn(exchange),
    here.provider.handleReturn(exchange),
  ])
  expect(one).toMatchObject({ status: 'success' })
  expect(other).toEqual(one)
})

test('ID Austria: who the client is not, is misconfigured', async () => {
  const here = idAustriaStage()
  const client = { ...enrolmentAt(sandbox.url)['id-austria'], clientSecret: 'not the secret of this one' }
  const provider = idAustria({ client, now, timeLimit: 1000 })
  const { reference, url } = await provider.start(anIdentification(here))
  const exchange = { reference, returnUrl: here.returnUrl, query: await here.act(url, 'success') }
  const error: unknown = await provider.handleReturn(exchange).catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({ code: 'misconfigured' })
  expect(String(error)).not.toContain('not the secret')
})

test.each(['srs', 'intrum'] as const)('%s: the same order again is no second one', async (name) => {
  const here = restStage(name)
  const order = anIdentification(here)
  const first = await here.provider.start(order)
  expect(await here.provider.start(order)).toEqual(first)
})

test.each(['srs', 'intrum'] as const)(
  '%s: a webhook of another, and one that is too old, are refused; asking finds it',
  async (name) => {
    const here = restStage(name)
    const { reference, url } = await here.provider.start(anIdentification(here))
    await fault(name, 'bad_signature')
    await here.act(url, 'fraud')
    const arrived = await vi.waitFor(
      () => {
        const found = webhooksOf(reference)
        expect(found.length).toBeGreaterThan(1)
        return found
      },
      { timeout: 60_000 },
    )
    const refused = arrived.filter((webhook) => {
      try {
        return here.provider.readWebhook(webhook).reference !== reference
      } catch (error) {
        return error instanceof WebhookRefused
      }
    })
    expect(refused).toHaveLength(1)
    const later = { ...quick, now: () => new Date(Date.now() + 6 * 60_000) }
    const settings = { ...enrolmentAt(sandbox.url)[name], authorities: undefined }
    for (const webhook of arrived)
      expect(() => makers[name]({ ...later, settings }).readWebhook(webhook)).toThrow(WebhookRefused)
    expect(await here.provider.find(reference)).toMatchObject({ failure: { code: 'fraud_suspected' } })
  },
)

test.each(['srs', 'intrum'] as const)(
  '%s: a lost webhook, another name and an old document',
  async (name) => {
    const here = restStage(name)
    const run = async (kind: string) => {
      const { reference, url } = await here.provider.start(anIdentification(here))
      await fault(name, kind)
      await here.act(url, 'success')
      return { state: await here.provider.find(reference), reference }
    }
    const lost = await run('webhook_lost')
    expect(lost.state).toMatchObject({ status: 'success' })
    const renamed = await run('name_mismatch')
    expect(renamed.state).toMatchObject({ evidence: { surname: 'Müller-Sandbox' } })
    expect((await run('document_expired')).state).toMatchObject({ failure: { code: 'document_expired' } })
    // By the time that one which was sent later has come.
    await vi.waitFor(() => expect(webhooksOf(renamed.reference)).not.toEqual([]), { timeout: 60_000 })
    expect(webhooksOf(lost.reference)).toEqual([])
  },
)

test.each(['srs', 'intrum'] as const)(
  '%s: the means of approval are those that the trust services know, until they are renewed',
  async (name) => {
    const here = restStage(name)
    const order = anIdentification(here)
    const { url, reference } = await here.provider.start(order)
    await here.act(url, 'success')
    const { subscribers } = sandbox.trustServices
    const approvalSerialNumber = subscribers.serialNumberOf(order.person.mobile)
    expect(await here.provider.find(reference)).toMatchObject({
      evidence: { mobile: order.person.mobile, approvalSerialNumber },
    })
    expect(subscribers.renewMeans(order.person.mobile)).not.toBe(approvalSerialNumber)
  },
)
