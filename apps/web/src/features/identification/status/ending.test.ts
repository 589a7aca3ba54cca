import { expect, it } from 'vitest'
import type { Identification } from '@countersign/contract/identifications.ts'
import { endingOf } from './ending.ts'

const now = Date.parse('2026-11-22T12:00:00Z')
const evidence: Identification['evidence'] = {
  firstName: 'Anna',
  lastName: 'Keller',
  birthDate: null,
  country: null,
  mobile: null,
  isMobileVerified: false,
  level: 'QES',
  documentType: 'passport',
  documentCountry: 'CH',
  documentValidUntil: null,
  nameDiffers: false,
}

function identified(validUntil: string | null, given: Partial<Identification> = {}): Identification {
  return {
    id: '0190a000-0000-7000-8000-000000000001',
    legislation: 'ZERTES',
    method: 'video',
    provider: 'intrum',
    appointmentStatus: 'success',
    isUnderReview: false,
    identUrl: null,
    failure: null,
    startedAt: '2026-01-01T00:00:00Z',
    finishedAt: '2026-01-01T00:00:00Z',
    validUntil,
    isOngoing: false,
    missing: [],
    evidence,
    ...given,
  }
}

it('the notice tells of one that ends within two months, and of one that has ended', () => {
  expect(endingOf([identified('2026-12-24T00:00:00Z')], now)).toMatchObject({ isOver: false })
  expect(endingOf([identified('2026-11-01T00:00:00Z')], now)).toMatchObject({ isOver: true })
})

it('a later verification at a lower level, or one whose phone has changed, doesn’t silence the notice', () => {
  const later = { validUntil: '2031-01-01T00:00:00Z', ending: identified('2026-12-24T00:00:00Z') }
  const advanced = identified(later.validUntil, { evidence: { ...evidence, level: 'AES' } })
  const changed = identified(later.validUntil, {
    appointmentStatus: 'failure',
    failure: { code: 'means_changed', isRetryable: true },
  })
  for (const other of [advanced, changed])
    expect(endingOf([other, later.ending], now)).toMatchObject({ validUntil: later.ending.validUntil })
  expect(endingOf([changed], Date.parse(later.validUntil))).toBeNull()
})

it.each([
  ['it ends much later', [identified('2031-01-01T00:00:00Z')]],
  ['a newer one is good', [identified('2031-01-01T00:00:00Z'), identified('2026-12-01T00:00:00Z')]],
  [
    'the next one runs',
    [identified(null, { isOngoing: true, evidence: null }), identified('2026-12-01T00:00:00Z')],
  ],
  ['there was none', []],
])('the notice says nothing where %s', (_, identifications) => {
  expect(endingOf(identifications, now)).toBeNull()
})

it('the notice looks at each law on its own', () => {
  const other = identified('2031-01-01T00:00:00Z', { legislation: 'EIDAS' })
  expect(endingOf([other, identified('2026-12-24T00:00:00Z')], now)).toMatchObject({ legislation: 'ZERTES' })
})
