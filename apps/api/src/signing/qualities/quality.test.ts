import type { Legislation, Quality } from '@countersign/contract/values.ts'
import { describe, expect, test } from 'vitest'
import type { VerifiedIdentity } from './verified-identity.ts'
import { detailsOf, highestOf, signatureQualitiesOf } from './quality-details.ts'
import { anybody, isOffered, legislationOf, type Offer, resolveQuality, type Signer } from './quality.ts'

const now = new Date('2026-11-22T12:00:00Z')
const offer = (table: Record<string, string>): Offer => ({
  nameFor: (quality, legislation) => table[`${quality}:${legislation}`] ?? null,
})
const everything = offer({
  'AES:ZERTES': 'local',
  'AES:EIDAS': 'local',
  'QES:ZERTES': 'ais',
  'QES:EIDAS': 'mab',
})
const identity = (change: Partial<VerifiedIdentity> = {}): VerifiedIdentity => ({
  identificationId: 'i1',
  level: 'QES',
  legislation: 'ZERTES',
  givenName: 'Anna Maria',
  surname: 'Müller',
  country: 'CH',
  mobile: '+41790000001',
  approvalSerialNumber: 'SAS01x',
  validUntil: new Date('2027-01-01T00:00:00Z'),
  termsAccepted: true,
  ...change,
})
const signer = (change: Partial<Signer> = {}): Signer => ({
  ...anybody,
  givenName: 'Anna',
  surname: 'Müller',
  ...change,
})
const withMobile = signer({ mobile: '+41791234567' })
const identified = signer({ mobile: '+41791234567', identities: [identity()] })
const resolve = (
  quality: Quality,
  legislation: Legislation | null,
  who: Signer,
  offered: Offer = everything,
) => resolveQuality({ quality, legislation }, who, offered, now)

describe('what is asked, of whom, and what is signed', () => {
  const cases: [string, Quality, Legislation | null, Signer, string | string[]][] = [
    ['anybody', 'SES', null, anybody, 'SES - local click'],
    ['anybody', 'DEMO', null, anybody, 'DEMO - local click'],
    ['nobody in particular', 'AES', null, anybody, ['name', 'mobile']],
    ['a name alone', 'AES', null, signer(), ['mobile']],
    ['a number', 'AES', null, withMobile, 'AES ZERTES local TAN'],
    ['a number', 'AES', 'EIDAS', withMobile, 'AES EIDAS local TAN'],
    ['a number', 'AES_MINIMAL', null, withMobile, 'AES ZERTES local TAN'],
    ['a number', 'QES', null, withMobile, ['identification', 'terms']],
    [
      'a business address',
      'AES',
      null,
      signer({ businessEmail: 'anna@firm.example' }),
      'AES ZERTES local TAN',
    ],
    ['an identified one', 'QES', null, identified, 'QES ZERTES ais SERVICE'],
    ['an identified one', 'AES_MINIMAL', 'ZERTES', identified, 'QES ZERTES ais SERVICE'],
    ['an identified one', 'AES', 'ZERTES', identified, 'AES ZERTES local TAN'],
    ['one identified for the other law', 'QES', 'EIDAS', identified, ['identification', 'terms']],
    ['one identified for the other law', 'AES_MINIMAL', 'EIDAS', identified, 'AES EIDAS local TAN'],
    [
      'one identified who has not accepted the terms',
      'QES',
      null,
      signer({ identities: [identity({ termsAccepted: false })] }),
      ['terms'],
    ],
    [
      'one whose identification ran out at this instant',
      'QES',
      null,
      signer({ mobile: '+41791234567', identities: [identity({ validUntil: now })] }),
      ['identification', 'terms'],
    ],
    [
      'one identified without a number who has none',
      'QES',
      null,
      signer({ identities: [identity({ mobile: null })] }),
      ['mobile'],
    ],
    [
      'an account under Part 11',
      'PART11',
      null,
      signer({ isUnderPart11: true }),
      'PART11 - local REAUTHENTICATE',
    ],
    ['anybody else', 'PART11', null, identified, ['business']],
  ]
  test.each(cases)('%s, %s %s', (_who, quality, legislation, who, expected) => {
    const option = resolve(quality, legislation, who)
    if (typeof expected === 'string') {
      const { plan } = option
      expect(option.unmet).toEqual([])
      const { legislation: law, approval } = plan ?? {}
      expect([plan?.quality, law ?? '-', plan?.service, approval ?? 'click'].join(' ')).toBe(expected)
    } else expect(option).toMatchObject({ unmet: expected, plan: null })
  })
})

test('AES falls back to QES where the installation makes none, or makes it under the other law', () => {
  const onlyQualified = offer({ 'QES:ZERTES': 'ais' })
  expect(resolve('AES', null, identified, onlyQualified).plan).toMatchObject({
    quality: 'QES',
    service: 'ais',
  })
  expect(resolve('AES', null, withMobile, onlyQualified).unmet).toEqual(['identification', 'terms'])
  const onlyEidas = offer({ 'AES:EIDAS': 'local' })
  expect(resolve('AES', null, withMobile, onlyEidas).plan).toMatchObject({ legislation: 'EIDAS' })
  expect(resolve('AES', 'ZERTES', withMobile, onlyEidas).unmet).toEqual(['not_offered'])
})

test('AES at an outside service takes an identification, of either law, and its approval', () => {
  const outside = offer({ 'AES:EIDAS': 'mab' })
  expect(resolve('AES', 'EIDAS', identified, outside).plan).toMatchObject({
    service: 'mab',
    approval: 'SERVICE',
    party: { givenName: 'Anna Maria', approvalSerialNumber: 'SAS01x' },
  })
  expect(resolve('AES', 'EIDAS', withMobile, outside).unmet).toEqual(['identification', 'terms'])
})

test('the certificate names who was proved, with the proved number and the means of approval', () => {
  expect(resolve('QES', null, identified).plan?.party).toEqual({
    kind: 'person',
    identificationId: 'i1',
    givenName: 'Anna Maria',
    surname: 'Müller',
    country: 'CH',
    mobile: '+41790000001',
    approvalSerialNumber: 'SAS01x',
  })
  expect(resolve('AES', null, identified).plan).toMatchObject({
    destination: { channel: 'sms', to: '+41790000001' },
    party: { givenName: 'Anna Maria', mobile: '+41790000001' },
  })
})

test('a code goes to a proved number, else to the business address, else to the number that was typed', () => {
  const business = signer({ mobile: '+41791234567', businessEmail: 'anna@firm.example' })
  const goesTo = (who: Signer) => resolve('AES', null, who).plan?.destination
  expect(goesTo({ ...business, identities: [identity()] })).toEqual({ channel: 'sms', to: '+41790000001' })
  // Though the newest one proved none.
  expect(goesTo({ ...business, identities: [identity({ mobile: null }), identity()] })).toEqual({
    channel: 'sms',
    to: '+41790000001',
  })
  expect(goesTo(business)).toEqual({ channel: 'email', to: 'anna@firm.example' })
  expect(goesTo({ ...business, businessEmail: null })).toEqual({ channel: 'sms', to: '+41791234567' })
})

test('what nobody could sign is not offered', () => {
  const onlyQualified = offer({ 'QES:EIDAS': 'mab' })
  const offered = (quality: Quality, legislation: Legislation | null) =>
    isOffered({ quality, legislation }, onlyQualified)
  expect(offered('QES', 'EIDAS')).toBe(true)
  expect(offered('QES', null)).toBe(false)
  expect(offered('AES', null)).toBe(true)
  expect(offered('AES', 'ZERTES')).toBe(false)
  expect(offered('AES_MINIMAL', null)).toBe(false)
  expect(offered('SES', null)).toBe(true)
  expect(legislationOf({ quality: 'QES', legislation: null })).toBe('ZERTES')
  expect(legislationOf({ quality: 'AES', legislation: null })).toBeNull()
})

test('what an account is told of itself comes from the same', () => {
  const details = detailsOf(identified, everything, now)
  const qualities = signatureQualitiesOf(details, { aes: false, qes: false })
  expect(qualities).toEqual({
    demo: { any: true },
    ses: { any: true },
    aes: { any: true },
    aesMinimal: { eidas: true, zertes: true },
    qes: { eidas: false, zertes: true },
    seal: { aes: false, qes: false },
  })
  expect(highestOf(qualities, null)).toBe('qes')
  expect(highestOf(qualities, 'DEMO')).toBe('demo')
  const none = signatureQualitiesOf(detailsOf(signer(), offer({}), now), { aes: false, qes: false })
  expect(highestOf(none, null)).toBe('ses')
  expect(detailsOf(signer(), offer({}), now).find(({ quality }) => quality === 'QES')?.unmet).toEqual([
    'not_offered',
  ])
})
