import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { aPerson, aSeal } from '../stepwise/people.fixture.ts'
import type { SigningOrder, SigningParty } from '../stepwise/port.ts'
import { resultOf } from './results.ts'
import { signRequest } from './sign-request.ts'
import { Answer } from './wire.ts'

const digest = createHash('sha256').update('a document').digest()

const orderOf = (party: SigningParty, documents = 1): SigningOrder => ({
  reference: 'one act',
  documents: Array.from({ length: documents }, (_, index) => ({
    id: `${index}`,
    digest,
    label: `Contract ${index}`,
  })),
  party,
  language: 'en',
  message: 'Please confirm the signing of the document',
  returnUrl: 'https://sign.example.test/return',
})

const hash = (number: number) => ({
  '@ID': `DOC-${number}`,
  'dsig.DigestMethod': { '@Algorithm': 'http://www.w3.org/2001/04/xmlenc#sha256' },
  'dsig.DigestValue': digest.toString('base64'),
})

test('what is asked for a person has the form that the service documents', () => {
  const party = aPerson('QES', 'ZERTES', { approvalSerialNumber: 'SAS01182dz4w06itj' })
  expect(signRequest(orderOf(party), 'customer:OnDemand-Qualified4', 'AIS')).toEqual({
    SignRequest: {
      '@Profile': 'http://ais.swisscom.ch/1.1',
      '@RequestID': expect.stringMatching(/^ID-[0-9a-f]{32}$/),
      InputDocuments: { DocumentHash: [hash(1)] },
      OptionalInputs: {
        AddTimestamp: { '@Type': 'urn:ietf:rfc:3161' },
        AdditionalProfile: [
          'http://ais.swisscom.ch/1.0/profiles/ondemandcertificate',
          'http://ais.swisscom.ch/1.1/profiles/redirect',
          'urn:oasis:names:tc:dss:1.0:profiles:asynchronousprocessing',
        ],
        ClaimedIdentity: { Name: 'customer:OnDemand-Qualified4' },
        SignatureType: 'urn:ietf:rfc:3369',
        'sc.AddRevocationInformation': {},
        'sc.SignatureStandard': 'PAdES-Baseline',
        'sc.CertificateRequest': {
          'sc.DistinguishedName': expect.stringMatching(
            /^cn=Anna Müller, givenname=Anna, surname=Müller, c=CH, serialnumber=[0-9a-f]{16}$/,
          ),
          'sc.StepUpAuthorisation': {
            'sc.Phone': {
              'sc.Language': 'en',
              'sc.MSISDN': '41791234567',
              'sc.Message': 'Please confirm the signing of the document',
              'sc.SerialNumber': 'SAS01182dz4w06itj',
            },
          },
        },
      },
    },
  })
})

test('a seal asks for no certificate and nobody, several hashes are a batch', () => {
  const { SignRequest } = signRequest(orderOf(aSeal(), 2), 'customer:Seal', 'AIS')
  expect(SignRequest.InputDocuments.DocumentHash).toEqual([hash(1), hash(2)])
  expect(SignRequest.OptionalInputs).toEqual({
    AddTimestamp: { '@Type': 'urn:ietf:rfc:3161' },
    AdditionalProfile: ['http://ais.swisscom.ch/1.0/profiles/batchprocessing'],
    ClaimedIdentity: { Name: 'customer:Seal' },
    SignatureType: 'urn:ietf:rfc:3369',
    'sc.AddRevocationInformation': {},
    'sc.SignatureStandard': 'PAdES-Baseline',
  })
})

test('a list of one may be a string', () => {
  const revocation = { 'sc.CRLs': { 'sc.CRL': 'MIIG' }, 'sc.OCSPs': { 'sc.OCSP': ['MIII', 'MIIJ'] } }
  const read = Answer.parse({
    SignResponse: {
      Result: { ResultMajor: 'urn:oasis:names:tc:dss:1.0:resultmajor:Success' },
      OptionalOutputs: { 'sc.APTransID': 'ID-71d0', 'sc.RevocationInformation': revocation },
      SignatureObject: { Base64Signature: { '@Type': 'urn:ietf:rfc:3369', $: 'MIJh' } },
    },
  })
  expect(read.SignResponse.OptionalOutputs?.['sc.RevocationInformation']).toEqual({
    'sc.CRLs': { 'sc.CRL': ['MIIG'] },
    'sc.OCSPs': { 'sc.OCSP': ['MIII', 'MIIJ'] },
  })
})

test('of what a refusal says nothing of the signer is kept', () => {
  const Result = {
    ResultMajor: 'http://ais.swisscom.ch/1.0/resultmajor/SubsystemError',
    ResultMinor: 'http://ais.swisscom.ch/1.1/resultminor/subsystem/StepUp/SerialNumberMismatch',
    ResultMessage: { $: 'MISMATCH_SAS_CHANGE_SN for 41791234567, Anna Müller' },
  }
  expect(() => resultOf({ Result }, 'AIS')).toThrow(
    /^AIS: http:\S+\/StepUp\/SerialNumberMismatch MISMATCH_SAS_CHANGE_SN$/,
  )
})

test('a result that nobody has heard of is a failure', () => {
  expect(() => resultOf({ Result: { ResultMajor: 'urn:something:else' } }, 'AIS')).toThrow(
    'urn:something:else',
  )
})
