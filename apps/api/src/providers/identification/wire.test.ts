import type { Legislation } from '@countersign/contract/values.ts'
import { createHmac } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { describe, expect, test } from 'vitest'
import { openTlsIdentities } from '../../../../sandbox/src/pki/tls-identities.ts'
import { intrum } from './intrum/intrum.ts'
import type { IdentificationOrder, IdentificationProvider } from './port.ts'
import { smartRegistration } from './srs/smart-registration.ts'
import { withServer } from './stand-in.fixture.ts'

// What goes over the wire, as docs/decisions/0044 has it; recorded by hand, so that both sides cannot err alike.

const webhookSecret = 'a secret that the provider and we have in common'
const open = {
  srs: (url: string) => smartRegistration(options(url)),
  intrum: (url: string) => intrum(options(url)),
}
function options(url: string) {
  const settings = { url, apiKey: 'the-key', webhookSecret, authorities: undefined }
  return { settings, now: () => new Date('2026-11-22T12:00:00Z'), pause: async () => {} }
}

const order = (change: Partial<IdentificationOrder>): IdentificationOrder => ({
  id: '5b6b0f0e-6c3c-4c06-b5a5-0f4f7f1b8a11',
  method: 'video',
  legislation: 'EIDAS',
  person: {
    givenName: 'Anna',
    surname: 'Müller',
    email: 'anna@example.com',
    mobile: '+41791234567',
    language: 'de',
    birthDate: '1990-12-31',
  },
  returnUrl: 'https://sign.example/back',
  webhookUrl: 'https://sign.example/v1/identification/webhooks/x',
  ...change,
})

const answer = (response: ServerResponse, body: unknown, status = 200): void => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

const document = { number: 'X1234567', country: 'CH' }
const evidence = {
  evidenceId: 'EV-1',
  level: 'QES',
  givenName: 'Anna Maria',
  surname: 'Müller',
  birthDate: '1990-12-31',
  country: 'CH',
  mobile: '+41791234567',
  approvalSerialNumber: 'SAS01182dz4w06itj',
  identifiedAt: new Date('2026-11-22T11:50:00Z'),
}

const srsIdentification = {
  identificationId: 'id/1',
  transactionNumber: '5b6b0f0e-6c3c-4c06-b5a5-0f4f7f1b8a11',
  status: 'FINISHED',
  expiresAt: '2026-11-25T12:00:00Z',
  result: { code: 'SUCCESS_DATA_CHANGED' },
  identity: {
    evidenceId: 'EV-1',
    level: 'QES',
    firstName: 'Anna Maria',
    lastName: 'Müller',
    birthDate: '1990-12-31',
    nationality: 'CH',
    mobilePhone: '+41791234567',
    approvalSerialNumber: 'SAS01182dz4w06itj',
    document: { type: 'IDCARD', number: 'X1234567', country: 'CH', validUntil: '2030-01-31' },
    identifiedAt: '2026-11-22T12:50:00+01:00',
  },
}
const intrumCase = {
  case_id: 'id/1',
  external_id: '5b6b0f0e-6c3c-4c06-b5a5-0f4f7f1b8a11',
  state: 'closed',
  valid_until: '2026-11-25T12:00:00Z',
  outcome: 'SUCCESS',
  evidence: {
    evidence_id: 'EV-1',
    assurance: 'qualified',
    given_name: 'Anna Maria',
    family_name: 'Müller',
    birth_date: '1990-12-31',
    nationality: 'CH',
    mobile_number: '+41791234567',
    approval_serial_number: 'SAS01182dz4w06itj',
    identity_document: {
      kind: 'id_card',
      number: 'X1234567',
      issuing_country: 'CH',
      valid_until: '2030-01-31',
    },
    completed_at: '2026-11-22T12:50:00+01:00',
  },
}
const success = (legislation: Legislation) => ({
  status: 'success',
  evidence: {
    ...evidence,
    legislation,
    document: { ...document, kind: 'identity_card', expiresAt: '2030-01-31' },
  },
})

describe('srs', () => {
  test('an order, a question and a goodbye', async () => {
    const created = { ...srsIdentification, status: 'CREATED', url: 'https://srs.example/go' }
    await withServer(
      ({ method }, response) => {
        if (method === 'DELETE') response.writeHead(204).end()
        else answer(response, method === 'POST' ? created : srsIdentification, method === 'POST' ? 201 : 200)
      },
      async ({ url, heard }) => {
        const provider = open.srs(`${url}/srs`)
        expect(await provider.start(order({ method: 'robo' }))).toEqual({
          reference: 'id/1',
          url: 'https://srs.example/go',
          expiresAt: new Date('2026-11-25T12:00:00Z'),
        })
        expect(await provider.find('id/1')).toEqual(success('EIDAS'))
        await provider.remove('id/1')
        expect(heard.map(({ method, path }) => `${method} ${path}`)).toEqual([
          'POST /srs/v1/identifications',
          'GET /srs/v1/identifications/id%2F1',
          'DELETE /srs/v1/identifications/id%2F1',
        ])
        for (const { headers } of heard) expect(headers).toMatchObject({ 'x-api-key': 'the-key' })
        expect(heard[0]?.headers).toMatchObject({
          'idempotency-key': '5b6b0f0e-6c3c-4c06-b5a5-0f4f7f1b8a11',
          'content-type': 'application/json',
        })
        expect(JSON.parse(heard[0]?.body ?? '')).toEqual({
          transactionNumber: '5b6b0f0e-6c3c-4c06-b5a5-0f4f7f1b8a11',
          process: 'ROBO',
          jurisdiction: 'EIDAS',
          person: {
            firstName: 'Anna',
            lastName: 'Müller',
            email: 'anna@example.com',
            mobilePhone: '+41791234567',
            language: 'de',
            birthDate: '1990-12-31',
          },
          redirectUrl: 'https://sign.example/back',
          callbackUrl: 'https://sign.example/v1/identification/webhooks/x',
        })
      },
    )
  })

  test('a webhook: three headers, and the identification', () => {
    const rawBody = Buffer.from(JSON.stringify(srsIdentification))
    const mac = createHmac('sha256', webhookSecret).update('1795348800.delivery-1.').update(rawBody)
    const headers = {
      'x-srs-timestamp': '1795348800',
      'x-srs-delivery': 'delivery-1',
      'x-srs-signature': `sha256=${mac.digest('hex')}`,
    }
    const provider = open.srs('https://srs.example')
    expect(provider.readWebhook({ headers, rawBody })).toEqual({
      deliveryId: 'delivery-1',
      reference: 'id/1',
      state: success('EIDAS'),
    })
    refusesOtherThan(provider, headers, rawBody, 'x-srs-delivery')
  })
})

test('a webhook that was not signed just now is refused, whatever its clock says, and so is a huge one', () => {
  const provider = open.srs('https://srs.example')
  const read = (timestamp: string, rawBody = Buffer.from(JSON.stringify(srsIdentification))) => {
    const mac = createHmac('sha256', webhookSecret).update(`${timestamp}.delivery-1.`).update(rawBody)
    const headers = {
      'x-srs-timestamp': timestamp,
      'x-srs-delivery': 'delivery-1',
      'x-srs-signature': `sha256=${mac.digest('hex')}`,
    }
    return provider.readWebhook({ headers, rawBody })
  }
  for (const timestamp of ['1795348501', '1795349099']) expect(read(timestamp).reference).toBe('id/1')
  for (const timestamp of ['1795348499', '1795349101', 'soon'])
    expect(() => read(timestamp)).toThrow('It was not signed just now')
  const huge = Buffer.from(`${JSON.stringify(srsIdentification)}${' '.repeat(256 * 1024)}`)
  expect(() => read('1795348800', huge)).toThrow('It is not signed')
})

describe('intrum', () => {
  test('an order, a question and a goodbye', async () => {
    const created = { ...intrumCase, state: 'new', outcome: null, start_url: 'https://intrum.example/go' }
    await withServer(
      ({ method }, response) => {
        if (method === 'DELETE') response.writeHead(204).end()
        else answer(response, method === 'PUT' ? created : intrumCase)
      },
      async ({ url, heard }) => {
        const provider = open.intrum(url)
        const zertes = order({ method: 'autoident', legislation: 'ZERTES' })
        expect(await provider.start(zertes)).toMatchObject({ reference: 'id/1' })
        expect(await provider.find('id/1')).toEqual(success('ZERTES'))
        await provider.remove('id/1')
        expect(heard.map(({ method, path }) => `${method} ${path}`)).toEqual([
          'PUT /v2/orders/5b6b0f0e-6c3c-4c06-b5a5-0f4f7f1b8a11',
          'GET /v2/cases/id%2F1',
          'DELETE /v2/cases/id%2F1',
        ])
        for (const { headers } of heard) expect(headers).toMatchObject({ authorization: 'ApiKey the-key' })
        expect(JSON.parse(heard[0]?.body ?? '')).toEqual({
          channel: 'auto',
          legislation: 'zertes',
          applicant: {
            given_name: 'Anna',
            family_name: 'Müller',
            email_address: 'anna@example.com',
            mobile_number: '+41791234567',
            language: 'de',
            birth_date: '1990-12-31',
          },
          return_to: 'https://sign.example/back',
          notify_to: 'https://sign.example/v1/identification/webhooks/x',
        })
      },
    )
  })

  test('a webhook: one header, and the case in an event', () => {
    const rawBody = Buffer.from(JSON.stringify({ event: 'case.updated', case: intrumCase }))
    const mac = createHmac('sha256', webhookSecret).update('1795348800.delivery-1.').update(rawBody)
    const headers = { 'intrum-signature': `t=1795348800,id=delivery-1,v1=${mac.digest('base64url')}` }
    const provider = open.intrum('https://intrum.example')
    expect(provider.readWebhook({ headers, rawBody })).toEqual({
      deliveryId: 'delivery-1',
      reference: 'id/1',
      state: success('ZERTES'),
    })
    refusesOtherThan(provider, headers, rawBody, 'intrum-signature')
  })
})

test('over TLS: only to the person who chains to what is set up', async () => {
  const { server: identity, rootPem } = openTlsIdentities(undefined, '127.0.0.1')
  const credentials = { cert: identity.certificate, key: identity.key }
  const server = createServer(credentials, (_request, response) => answer(response, srsIdentification))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { settings, ...rest } = options(`https://127.0.0.1:${(server.address() as AddressInfo).port}`)
  const known = smartRegistration({ ...rest, settings: { ...settings, authorities: rootPem } })
  expect(await known.find('id/1')).toEqual(success('EIDAS'))
  const stranger = smartRegistration({ ...rest, settings })
  await expect(stranger.find('id/1')).rejects.toMatchObject({ code: 'unavailable' })
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

/** The signature is over the time, the delivery and each byte. */
function refusesOtherThan(
  provider: IdentificationProvider,
  headers: Record<string, string>,
  rawBody: Buffer,
  delivery: string,
): void {
  const given = headers[delivery] ?? ''
  const changes: Record<string, string | string[]>[] = [
    { [delivery]: given.replace('delivery-1', 'delivery-2') },
    { [delivery]: given.replace('1795348800', '1795348801') },
    { [delivery]: '' },
    { [delivery]: [given, given] },
  ]
  const others = changes
    .filter((change) => change[delivery] !== given)
    .map((change) => ({ headers: { ...headers, ...change }, rawBody }))
  for (const webhook of [...others, { headers, rawBody: Buffer.concat([rawBody, Buffer.from(' ')]) }])
    expect(() => provider.readWebhook(webhook)).toThrow(/not signed|not the provider/)
}
