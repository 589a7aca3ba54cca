import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { call } from '../call.fixture.ts'
import { at, textAt } from '../json.ts'
import { opensslVerify } from '../openssl.fixture.ts'
import { startTrustServices } from '../start.ts'
import type { RunningTrustServices } from '../start.ts'

/*
 * The requests of the provider's own Postman collection (SwisscomTrustServices/AIS-Postman-Samples, "DSS (AIS 2.0)") and
 * of its client's material (pdfbox-ais/gen-material), with the names of this enrolment.
 */
let services: RunningTrustServices
beforeAll(async () => (services = await startTrustServices()))
afterAll(() => services.close())
beforeEach(() => services.faults.clear())

const base = '/AIS-Server/rs/v1.0'
const success = 'urn:oasis:names:tc:dss:1.0:resultmajor:Success'
const requesterError = 'urn:oasis:names:tc:dss:1.0:resultmajor:RequesterError'
const first = 'NA6wKClPbA+TYHW7GhPIiXn6gCGv9gSqOa508QzLGeJJYLjOfVD1tSD820M8btjEP49VhiAVK9xc/Y1z6hx+6g=='
const second = 'akLohoHBn+qoQeay6yIHtrt5mpBbuuumLlt4s61SIPG0G1zO6uD4D8yJoFlT+rY9YMSaMN8x1RNvu82ZK6z8hQ=='
const sha512 = 'http://www.w3.org/2001/04/xmlenc#sha512'

const hash = (id: string, value: string, algorithm = sha512) => ({
  '@ID': id,
  'dsig.DigestMethod': { '@Algorithm': algorithm },
  'dsig.DigestValue': value,
})
const phone = (serialNumber?: string) => ({
  'sc.StepUpAuthorisation': {
    'sc.Phone': {
      'sc.Language': 'fr',
      'sc.MSISDN': '41791234567',
      'sc.Message': 'Please confirm the signing of the tax document',
      ...(serialNumber ? { 'sc.SerialNumber': serialNumber } : {}),
    },
  },
})

function signRequest(hashes: object, inputs: object): object {
  return {
    SignRequest: {
      '@Profile': 'http://ais.swisscom.ch/1.1',
      '@RequestID': 'f6vg9i',
      InputDocuments: { DocumentHash: hashes },
      OptionalInputs: { AddTimestamp: { '@Type': 'urn:ietf:rfc:3161' }, ...inputs },
    },
  }
}

/** "Sign Request (OnDemand)": batch, with the profile for time-stamps named as well. */
const onDemand = (key: string, stepUp: object) => ({
  AdditionalProfile: [
    'http://ais.swisscom.ch/1.0/profiles/batchprocessing',
    'urn:oasis:names:tc:dss:1.0:profiles:timestamping',
    'http://ais.swisscom.ch/1.0/profiles/ondemandcertificate',
    'urn:oasis:names:tc:dss:1.0:profiles:asynchronousprocessing',
    'http://ais.swisscom.ch/1.1/profiles/redirect',
  ],
  ClaimedIdentity: { Name: `countersign:${key}` },
  SignatureType: 'urn:ietf:rfc:3369',
  'sc.AddRevocationInformation': '',
  'sc.SignatureStandard': 'PADES',
  'sc.CertificateRequest': {
    'sc.DistinguishedName':
      'cn=TEST Max Maximus, givenname=Max, surname=Maximus, c=CH, serialnumber=RAS57d6f0c3a0b4c10001bd0e41',
    ...stepUp,
  },
})

/** "Pending Request (OnDemand)": the older profile, and the customer with the key. */
const pendingRequest = (responseId: string | undefined, customer = 'countersign') => ({
  'async.PendingRequest': {
    '@Profile': 'http://ais.swisscom.ch/1.0',
    OptionalInputs: {
      ClaimedIdentity: { Name: `${customer}:OnDemand-Advanced4` },
      'async.ResponseID': responseId,
    },
  },
})

const resultOf = (body: unknown, part: string) => textAt(body, 'SignResponse', 'Result', part)
const responseIdOf = (body: unknown) => textAt(body, 'SignResponse', 'OptionalOutputs', 'async.ResponseID')
const sign = (request: object) => call(services, `${base}/sign`, request)
const pending = (request: object) => call(services, `${base}/pending`, request)

async function approve(begun: unknown): Promise<void> {
  const info = at(begun, 'SignResponse', 'OptionalOutputs', 'sc.StepUpAuthorisationInfo', 'sc.Result')
  const [message] = services.messages.list({ to: '+41791234567' })
  const code = message?.text.slice(0, 6) ?? ''
  const form = new URLSearchParams({ choice: 'approve', code, password: 'a password' })
  await fetch(textAt(info, 'sc.ConsentURL') ?? '', { method: 'POST', body: form })
}

test('the documented batch of two hashes is signed by a person, after their approval', async () => {
  const hashes = [hash('8lbepe0', first), hash('8lbepdfsdfe9', second)]
  const begun = await sign(signRequest(hashes, onDemand('OnDemand-Advanced4', phone())))
  expect(resultOf(begun.body, 'ResultMajor')).toMatch(/resultmajor:Pending$/)
  await approve(begun.body)
  const done = await pending(pendingRequest(responseIdOf(begun.body)))
  expect(resultOf(done.body, 'ResultMajor')).toBe(success)
  const objects = at(done.body, 'SignResponse', 'SignatureObject', 'Other', 'sc.SignatureObjects')
  expect(at(objects, 'sc.ExtendedSignatureObject')).toEqual(
    expect.arrayContaining(
      ['8lbepe0', '8lbepdfsdfe9'].map((id) => ({
        '@WhichDocument': id,
        Base64Signature: { '@Type': 'urn:ietf:rfc:3369', $: expect.stringMatching(/^MII/) },
      })),
    ),
  )
})

test('another customer does not get the result', async () => {
  const begun = await sign(signRequest([hash('8lbepe0', first)], onDemand('OnDemand-Advanced4', phone())))
  const { body } = await pending(pendingRequest(responseIdOf(begun.body), 'another'))
  expect(resultOf(body, 'ResultMinor')).toMatch(/UnknownCustomer$/)
})

test('the serial number of another means of approval is told after the approval, not before', async () => {
  const begun = await sign(
    signRequest([hash('8lbepe0', first)], onDemand('OnDemand-Advanced4', phone('MIDCHE1MIERCD4J1'))),
  )
  expect(resultOf(begun.body, 'ResultMajor')).toMatch(/resultmajor:Pending$/)
  await approve(begun.body)
  const { body } = await pending(pendingRequest(responseIdOf(begun.body)))
  expect(resultOf(body, 'ResultMajor')).toBe('http://ais.swisscom.ch/1.0/resultmajor/SubsystemError')
  expect(resultOf(body, 'ResultMinor')).toMatch(/subsystem\/StepUp\/SerialNumberMismatch$/)
})

/** "Sign Request (static)" as the collection sends it, name by name the same. */
const staticBatch = (repeated: boolean): string => {
  const [one, two] = [hash('8lbepe', first), hash('8lbephhr2', second)].map((each) => JSON.stringify(each))
  const documents = repeated
    ? `"DocumentHash":${one},"DocumentHash":${two}`
    : `"DocumentHash":[${one},${two}]`
  const inputs = {
    AdditionalProfile: ['http://ais.swisscom.ch/1.0/profiles/batchprocessing'],
    ClaimedIdentity: { Name: 'countersign:static-saphir4-ch' },
    SignatureType: 'urn:ietf:rfc:3369',
    'sc.AddRevocationInformation': '',
    'sc.SignatureStandard': 'PADES',
  }
  return `{"SignRequest":{"@Profile":"http://ais.swisscom.ch/1.1","@RequestID":"f6vg9i","InputDocuments":{${documents}},"OptionalInputs":${JSON.stringify(inputs)}}}`
}

test('a batch whose hashes all have the same name is refused whole; its list is signed whole', async () => {
  const refused = await call(services, `${base}/sign`, staticBatch(true))
  expect(refused.status).toBe(200)
  expect(resultOf(refused.body, 'ResultMajor')).toBe(requesterError)
  expect(resultOf(refused.body, 'ResultMinor')).toMatch(/UnexpectedData$/)
  const { body } = await call(services, `${base}/sign`, staticBatch(false))
  const objects = at(body, 'SignResponse', 'SignatureObject', 'Other', 'sc.SignatureObjects')
  expect(at(objects, 'sc.ExtendedSignatureObject')).toHaveLength(2)
})

const withoutStepUp = (key: string) => ({
  AdditionalProfile: ['http://ais.swisscom.ch/1.0/profiles/ondemandcertificate'],
  ClaimedIdentity: { Name: `countersign:${key}` },
  SignatureType: 'urn:ietf:rfc:3369',
  'sc.AddRevocationInformation': {},
  'sc.SignatureStandard': 'PAdES-Baseline',
  'sc.CertificateRequest': {
    'sc.DistinguishedName': 'cn=TEST User, givenname=Max, surname=Maximus, c=US',
  },
})

test.each([
  ['SHA256', 'sha256', 'http://www.w3.org/2001/04/xmlenc#sha256'],
  ['SHA384', 'sha384', 'http://www.w3.org/2001/04/xmldsig-more#sha384'],
  ['SHA512', 'sha512', sha512],
] as const)(
  'an advanced signature on demand, without step-up, comes at once and is made by the declared %s',
  async (name, digest, uri) => {
    const content = Buffer.from(`A document signed with ${name}`)
    const value = createHash(digest).update(content).digest('base64')
    const { body } = await sign(signRequest([hash('DOC-1', value, uri)], withoutStepUp('OnDemand-Advanced4')))
    expect(resultOf(body, 'ResultMajor')).toBe(success)
    expect(at(body, 'SignResponse', 'OptionalOutputs', 'sc.StepUpAuthorisationInfo')).toBeUndefined()
    const base64 = textAt(body, 'SignResponse', 'SignatureObject', 'Base64Signature', '$') ?? ''
    const cms = Buffer.from(base64, 'base64')
    expect(await opensslVerify(cms, content, services.anchorsPem)).toEqual({
      digest,
      signature: `ecdsa-with-${name}`,
    })
    const other = Buffer.from('Another document')
    await expect(opensslVerify(cms, other, services.anchorsPem)).rejects.toThrow(/digest|verif/i)
  },
)

test.each([
  ['PAdES-Baseline', true],
  ['PADES', false],
  ['PDF', false],
  ['CAdES', false],
])('by %s, what tells the certificate’s status is beside the CMS: %s', async (standard, isBeside) => {
  const inputs = { ...withoutStepUp('OnDemand-Advanced4'), 'sc.SignatureStandard': standard }
  const { body } = await sign(signRequest([hash('DOC-1', first)], inputs))
  expect(resultOf(body, 'ResultMajor')).toBe(success)
  const revocation = at(body, 'SignResponse', 'OptionalOutputs', 'sc.RevocationInformation')
  expect(revocation !== undefined).toBe(isBeside)
})

test('a qualified signature without step-up is refused by the words that clients look for', async () => {
  const { body } = await sign(signRequest([hash('DOC-1', first)], withoutStepUp('OnDemand-Qualified4')))
  expect(resultOf(body, 'ResultMinor')).toMatch(/InsufficientData$/)
  expect(at(body, 'SignResponse', 'Result', 'ResultMessage', '$')).toContain('<MSISDN> is missing')
})

test('the documented time-stamps of two hashes come back as tokens', async () => {
  const hashes = [hash('8lbepe', first), hash('8lbepdfsdfe', first)]
  const { body } = await sign(
    signRequest(hashes, {
      AdditionalProfile: [
        'http://ais.swisscom.ch/1.0/profiles/batchprocessing',
        'urn:oasis:names:tc:dss:1.0:profiles:timestamping',
      ],
      ClaimedIdentity: { Name: 'countersign' },
      SignatureType: 'urn:ietf:rfc:3161',
      'sc.AddRevocationInformation': 'BOTH',
    }),
  )
  const objects = at(body, 'SignResponse', 'SignatureObject', 'Other', 'sc.SignatureObjects')
  expect(at(objects, 'sc.ExtendedSignatureObject')).toEqual(
    ['8lbepdfsdfe', '8lbepe'].map((id) => ({
      '@WhichDocument': id,
      Timestamp: { RFC3161TimeStampToken: expect.stringMatching(/^MII/) },
    })),
  )
})

test('the documented Mobile ID fault says what the phone lacks', async () => {
  services.faults.set({ party: 'ais', kind: 'no_key_found', times: 1 })
  const { body } = await pending(pendingRequest('RESPONSE_ID'))
  expect(body).toMatchObject({
    SignResponse: {
      '@Profile': 'http://ais.swisscom.ch/1.1',
      Result: {
        ResultMajor: 'http://ais.swisscom.ch/1.0/resultmajor/SubsystemError',
        ResultMinor: 'http://ais.swisscom.ch/1.1/resultminor/subsystem/StepUp/service',
        ResultMessage: { '@xml.lang': 'en', $: 'mss:_404' },
      },
      OptionalOutputs: {
        'sc.StepUpAuthorisationInfo': {
          'sc.Result': {
            'sc.MobileIDFault': { 'sc.Subcode': 'mss:_404', 'sc.Reason': 'NO_KEY_FOUND' },
          },
        },
      },
    },
  })
})
