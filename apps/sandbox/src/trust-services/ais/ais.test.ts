import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { call } from '../call.fixture.ts'
import { at, textAt } from '../json.ts'
import { startTrustServices } from '../start.ts'
import type { RunningTrustServices } from '../start.ts'

let services: RunningTrustServices
beforeAll(async () => (services = await startTrustServices()))
afterAll(() => services.close())
beforeEach(() => services.faults.clear())

const base = '/AIS-Server/rs/v1.0'
const success = 'urn:oasis:names:tc:dss:1.0:resultmajor:Success'
const pending = 'urn:oasis:names:tc:dss:1.0:profiles:asynchronousprocessing:resultmajor:Pending'
let count = 0

/** As the service's documentation shows it, with SHA-512. */
function aRequest(change: object = {}, inputs: object = {}) {
  count += 1
  const value = createHash('sha512').update(`document ${count}`).digest('base64')
  return {
    SignRequest: {
      '@Profile': 'http://ais.swisscom.ch/1.1',
      '@RequestID': `ID-${count}`,
      InputDocuments: {
        DocumentHash: [
          {
            '@ID': 'DOC-1',
            'dsig.DigestMethod': { '@Algorithm': 'http://www.w3.org/2001/04/xmlenc#sha512' },
            'dsig.DigestValue': value,
          },
        ],
      },
      OptionalInputs: {
        AddTimestamp: { '@Type': 'urn:ietf:rfc:3161' },
        AdditionalProfile: [
          'http://ais.swisscom.ch/1.0/profiles/ondemandcertificate',
          'http://ais.swisscom.ch/1.1/profiles/redirect',
          'urn:oasis:names:tc:dss:1.0:profiles:asynchronousprocessing',
        ],
        ClaimedIdentity: { Name: 'countersign:OnDemand-Advanced4' },
        SignatureType: 'urn:ietf:rfc:3369',
        'sc.AddRevocationInformation': {},
        'sc.SignatureStandard': 'PAdES-Baseline',
        'sc.CertificateRequest': {
          'sc.DistinguishedName':
            'cn=TEST User, givenname=Max, surname=Maximus, c=US, serialnumber=abcdef0123',
          'sc.StepUpAuthorisation': {
            'sc.Phone': {
              'sc.Language': 'en',
              'sc.MSISDN': '41791234567',
              'sc.Message': 'Please confirm the signing of the document',
            },
          },
        },
        ...inputs,
      },
      ...change,
    },
  }
}

const resultOf = (body: unknown, part: string) => textAt(body, 'SignResponse', 'Result', part)

test('another program gets on with it: pending, consent page, and a signature by the documented forms', async () => {
  const begun = await call(services, `${base}/sign`, aRequest())
  expect(begun).toEqual({
    status: 200,
    body: {
      SignResponse: {
        '@RequestID': `ID-${count}`,
        '@Profile': 'http://ais.swisscom.ch/1.1',
        Result: { ResultMajor: pending },
        OptionalOutputs: {
          'async.ResponseID': expect.any(String),
          'sc.StepUpAuthorisationInfo': { 'sc.Result': { 'sc.ConsentURL': expect.any(String) } },
        },
      },
    },
  })
  const outputs = at(begun.body, 'SignResponse', 'OptionalOutputs')
  const page = textAt(outputs, 'sc.StepUpAuthorisationInfo', 'sc.Result', 'sc.ConsentURL') ?? ''
  const [message] = services.messages.list({ to: '+41791234567' })
  const form = new URLSearchParams({ choice: 'approve', code: message?.text.slice(0, 6) ?? '' })
  expect((await fetch(page, { method: 'POST', body: form })).status).toBe(200)

  const done = await call(services, `${base}/pending`, {
    'async.PendingRequest': {
      '@Profile': 'http://ais.swisscom.ch/1.1',
      OptionalInputs: {
        ClaimedIdentity: { Name: 'countersign' },
        'async.ResponseID': textAt(outputs, 'async.ResponseID'),
      },
    },
  })
  const base64 = expect.stringMatching(/^[A-Za-z0-9+/]+=*$/)
  expect(done.body).toMatchObject({
    SignResponse: {
      Result: { ResultMajor: success },
      OptionalOutputs: {
        'sc.APTransID': expect.stringMatching(/^ID-/),
        'sc.RevocationInformation': {
          'sc.CRLs': { 'sc.CRL': base64 },
          'sc.OCSPs': { 'sc.OCSP': [base64, base64] },
        },
        'sc.StepUpAuthorisationInfo': { 'sc.Result': { 'sc.SerialNumber': expect.stringMatching(/^SAS01/) } },
      },
      SignatureObject: { Base64Signature: { '@Type': 'urn:ietf:rfc:3369', $: base64 } },
    },
  })
})

test('a time-stamp comes back as a token', async () => {
  const inputs = {
    AdditionalProfile: ['urn:oasis:names:tc:dss:1.0:profiles:timestamping'],
    ClaimedIdentity: { Name: 'countersign' },
    SignatureType: 'urn:ietf:rfc:3161',
    'sc.AddRevocationInformation': { '@Type': 'BOTH' },
  }
  const { body } = await call(services, `${base}/sign`, aRequest({}, inputs))
  expect(body).toMatchObject({
    SignResponse: {
      Result: { ResultMajor: success },
      SignatureObject: { Timestamp: { RFC3161TimeStampToken: expect.stringMatching(/^MII/) } },
    },
  })
})

test.each([
  ['another customer', {}, { ClaimedIdentity: { Name: 'nobody:OnDemand-Advanced4' } }, 'UnknownCustomer'],
  ['another key', {}, { ClaimedIdentity: { Name: 'countersign:none' } }, 'UnknownServiceEntity'],
  ['another profile', {}, { AdditionalProfile: ['urn:none'] }, 'UnsupportedProfile'],
  ['no signature type', {}, { SignatureType: undefined }, 'UnexpectedData'],
  ['no certificate request', {}, { 'sc.CertificateRequest': undefined }, 'InsufficientData'],
  ['no hashes', { InputDocuments: {} }, {}, 'InsufficientData'],
  [
    'SHA-1',
    {
      InputDocuments: {
        DocumentHash: [
          {
            '@ID': 'DOC-1',
            'dsig.DigestMethod': { '@Algorithm': 'http://www.w3.org/2000/09/xmldsig#sha1' },
            'dsig.DigestValue': Buffer.alloc(20).toString('base64'),
          },
        ],
      },
    },
    {},
    'UnsupportedDigestAlgorithm',
  ],
])('%s is refused, with status 200', async (_what, change, inputs, minor) => {
  const { status, body } = await call(services, `${base}/sign`, aRequest(change, inputs))
  expect(status).toBe(200)
  expect(resultOf(body, 'ResultMajor')).toBe('urn:oasis:names:tc:dss:1.0:resultmajor:RequesterError')
  expect(resultOf(body, 'ResultMinor')).toBe(`http://ais.swisscom.ch/1.0/resultminor/${minor}`)
})

test('anyone who shows no certificate of an enrolment gets nothing', async () => {
  const { body } = await call(services, `${base}/sign`, aRequest(), { isStranger: true })
  expect(resultOf(body, 'ResultMinor')).toBe('http://ais.swisscom.ch/1.0/resultminor/AuthenticationFailed')
})

test('a fault that AIS cannot have is refused, and the catalogue is listed', async () => {
  const address = `${services.pagesUrl}/api/faults`
  const headers = { 'content-type': 'application/json' }
  const post = (fault: object) => fetch(address, { method: 'POST', headers, body: JSON.stringify(fault) })
  expect((await post({ party: 'ais', kind: 'reject_recipient' })).status).toBe(400)
  expect((await post({ party: 'ais', kind: 'no_key_found' })).status).toBe(201)
  const fault = await call(services, `${base}/pending`, {})
  expect(resultOf(fault.body, 'ResultMinor')).toBe(
    'http://ais.swisscom.ch/1.1/resultminor/subsystem/StepUp/service',
  )
})
