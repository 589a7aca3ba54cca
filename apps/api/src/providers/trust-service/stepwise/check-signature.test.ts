import {
  aHolder,
  anOcspResponse,
  daysFromNow,
} from '@countersign/pdf-signature/cms/testing/sample-authority.ts'
import { expect, test } from 'vitest'
import { type Dishonesty, signAtDishonest, swiss } from './dishonest-service.fixture.ts'
import { aPerson, aSeal } from './people.fixture.ts'

const anHourAgo = new Date(Date.now() - 3_600_000)
const tenMinutesAgo = new Date(Date.now() - 600_000)
const yesterday = daysFromNow(-1)
const european = aPerson('QES', 'EIDAS')

test('what was ordered is accepted', async () => {
  const { kind } = await signAtDishonest({})
  expect(kind).toBe('signed')
  const states = { ...swiss, countries: [] }
  expect((await signAtDishonest({ states }, european)).kind).toBe('signed')
})

test.each<[string, Dishonesty, RegExp]>([
  ['expired', { notBefore: daysFromNow(-30), notAfter: yesterday }, /Valid until/],
  ['not yet valid', { notBefore: daysFromNow(1), notAfter: daysFromNow(3) }, /Valid from/],
  [
    'expired, under a timestamp from before its end',
    {
      stampedAt: yesterday,
      notBefore: daysFromNow(-30),
      notAfter: anHourAgo,
      ocspOf: (signer, issuing, responder) => anOcspResponse(signer, issuing, responder, 'good', yesterday),
    },
    /time-stamp .* before the order/,
  ],
  [
    'good, under a timestamp from ten minutes before the order',
    {
      stampedAt: tenMinutesAgo,
      ocspOf: (signer, issuing, responder) =>
        anOcspResponse(signer, issuing, responder, 'good', tenMinutesAgo),
    },
    /time-stamp .* before the order/,
  ],
  ['good, under a timestamp of another signature', { stampsAnother: true }, /does not verify/],
  [
    'good, under a timestamp by a certificate that was revoked',
    { stamperRevokedAt: anHourAgo },
    /time-stamp: Revoked/,
  ],
  [
    'good in a hundred days, when the timestamp says it is',
    {
      stampedAt: daysFromNow(100),
      ocspOf: (signer, issuing, responder) =>
        anOcspResponse(signer, issuing, responder, 'good', daysFromNow(100)),
    },
    /time-stamp .* in the future/,
  ],
  [
    'without a status: the response is about another certificate',
    {
      ocspOf: (_signer, issuing, responder) =>
        anOcspResponse(aHolder({ name: 'Ben', issuer: issuing }), issuing, responder),
    },
    /whether it was revoked/,
  ],
  [
    'with a status from three days ago',
    {
      ocspOf: (signer, issuing, responder) =>
        anOcspResponse(signer, issuing, responder, 'good', daysFromNow(-3)),
    },
    /whether it was revoked/,
  ],
  [
    'good by its own word',
    { ocspOf: (signer, issuing) => anOcspResponse(signer, issuing, signer) },
    /whether it was revoked/,
  ],
  [
    'revoked',
    {
      ocspOf: (signer, issuing, responder) =>
        anOcspResponse(signer, issuing, responder, { revokedAt: anHourAgo, reason: 1 }),
    },
    /Revoked/,
  ],
])('a certificate is refused that is %s', async (_, answer, reason) => {
  await expect(signAtDishonest(answer)).rejects.toMatchObject({
    code: 'answer_invalid',
    message: expect.stringMatching(reason),
  })
})

test.each<[string, Dishonesty]>([
  ['does not say so', { states: { ...swiss, compliance: false } }],
  ['has no device', { states: { ...swiss, device: false } }],
  [
    'says so by a policy from before eIDAS alone',
    { states: { ...swiss, compliance: false, device: false, policies: ['0.4.0.1456.1.1'] } },
  ],
  ['is for seals', { states: { ...swiss, types: ['0.4.0.1862.1.6.2'] } }],
  ['has a type that only ends in the number of signatures', { states: { ...swiss, types: ['1.2.3.1'] } }],
  ['is for signing in', { uses: ['digitalSignature'] }],
  ['does not say what its key is for', { uses: [] }],
  ['is not under Swiss law', { states: { ...swiss, countries: [] } }],
])('a certificate is no qualified one for signatures that %s', async (_, answer) => {
  await expect(signAtDishonest(answer)).rejects.toMatchObject({ code: 'answer_invalid' })
})

test.each(['CH', 'US'])('a certificate under the law of %s is not qualified under eIDAS', async (country) => {
  const answer = { states: { ...swiss, countries: [country] } }
  await expect(signAtDishonest(answer, european)).rejects.toMatchObject({
    code: 'answer_invalid',
    message: expect.stringContaining('under EIDAS'),
  })
})

test('a signature that doesn’t cover its certificate is refused at once, not when it is in the document', async () => {
  await expect(signAtDishonest({ namesNoCertificate: true })).rejects.toMatchObject({
    code: 'answer_invalid',
    message: expect.stringContaining('signing-certificate'),
  })
})

test('a certificate for a pseudonym names nobody, whatever its common name is', async () => {
  const answer: Dishonesty = {
    subject: [
      ['pseudonym', 'Rose'],
      ['CN', 'Anna Müller'],
    ],
  }
  await expect(signAtDishonest(answer)).rejects.toMatchObject({
    code: 'answer_invalid',
    message: expect.stringContaining('names another person'),
  })
})

test('a seal of another organisation is not the one that was ordered', async () => {
  const answer: Dishonesty = {
    asksNobody: true,
    subject: [
      ['C', 'CH'],
      ['O', 'Muster AG'],
      ['CN', 'Muster AG'],
    ],
    states: { ...swiss, types: ['0.4.0.1862.1.6.2'] },
  }
  const sealOf = (organisation: string) => ({ ...aSeal('QES'), organisation })
  expect((await signAtDishonest(answer, sealOf('Muster AG'))).kind).toBe('signed')
  await expect(signAtDishonest(answer, sealOf('Lindenhof AG'))).rejects.toMatchObject({
    code: 'answer_invalid',
    message: expect.stringContaining('names another organisation'),
  })
})

test('an approval by other means than at the identity verification is a mismatch, whatever the service says', async () => {
  const party = aPerson('QES', 'ZERTES', { approvalSerialNumber: 'SAS01known' })
  expect((await signAtDishonest({ serialNumber: 'SAS01known' }, party)).kind).toBe('signed')
  await expect(signAtDishonest({ serialNumber: 'SAS01other' }, party)).rejects.toMatchObject({
    code: 'serial_number_mismatch',
  })
  await expect(signAtDishonest({}, party)).rejects.toMatchObject({ code: 'answer_invalid' })
})

test('a person’s signature that comes before anyone was asked is not theirs', async () => {
  await expect(signAtDishonest({ asksNobody: true })).rejects.toMatchObject({
    code: 'answer_invalid',
    message: expect.stringContaining('without asking'),
  })
})
