import { expect, test } from 'vitest'
import { higherQuality, isMadeAt, levelFor } from './higher-quality.ts'

test('more than is asked for may be signed with, under the law the request names', () => {
  const ses = { quality: 'SES', legislation: null } as const
  expect(higherQuality(ses, 'AES', null)).toEqual({ quality: 'AES', legislation: null })
  expect(higherQuality(ses, 'QES', 'EIDAS')).toEqual({ quality: 'QES', legislation: 'EIDAS' })
  // ZertES where nobody says.
  expect(higherQuality(ses, 'QES', null)).toEqual({ quality: 'QES', legislation: 'ZERTES' })
  const aes = { quality: 'AES', legislation: 'EIDAS' } as const
  expect(higherQuality(aes, 'QES', null)).toEqual({ quality: 'QES', legislation: 'EIDAS' })
})

test('less is refused, and another law than the request names', () => {
  const qes = { quality: 'QES', legislation: 'EIDAS' } as const
  expect(higherQuality(qes, 'SES', null)).toBeNull()
  expect(higherQuality(qes, 'AES', null)).toBeNull()
  expect(higherQuality({ quality: 'AES', legislation: 'EIDAS' }, 'QES', 'ZERTES')).toBeNull()
  expect(higherQuality({ quality: 'DEMO', legislation: null }, 'QES', 'EIDAS')).toBeNull()
  expect(higherQuality({ quality: 'PART11', legislation: null }, 'QES', 'EIDAS')).toBeNull()
})

test('what is asked for anyway is not more', () => {
  const qes = { quality: 'QES', legislation: 'EIDAS' } as const
  expect(higherQuality(qes, 'QES', null)).toBe(qes)
})

test('a law without a quality is that of the signature that the request requires', () => {
  const law = (legislation: 'EIDAS' | 'ZERTES') => ({ quality: null, legislation })
  const aes = { quality: 'AES', legislation: null } as const
  expect(levelFor(aes, law('EIDAS'))).toEqual({ quality: 'AES', legislation: 'EIDAS' })
  expect(levelFor({ quality: 'AES', legislation: 'ZERTES' }, law('EIDAS'))).toBeNull()
  // ZertES where the request says nothing.
  const qes = { quality: 'QES', legislation: null } as const
  expect(levelFor(qes, law('ZERTES'))).toEqual({ quality: 'QES', legislation: 'ZERTES' })
  expect(levelFor(qes, law('EIDAS'))).toBeNull()
  for (const quality of ['SES', 'DEMO', 'PART11'] as const)
    expect(levelFor({ quality, legislation: null }, law('EIDAS'))).toBeNull()
  expect(higherQuality({ quality: 'SES', legislation: null }, 'PART11', 'EIDAS')).toBeNull()
})

test('a signature made at another level than is wanted, or under another law, does not count as wanted', () => {
  const made = { quality: 'QES', legislation: 'EIDAS' } as const
  expect(isMadeAt(made, { quality: 'QES', legislation: 'EIDAS' })).toBe(true)
  // As an advanced signature may be made by a qualified one.
  expect(isMadeAt(made, { quality: 'AES', legislation: null })).toBe(true)
  expect(isMadeAt(made, { quality: 'AES_MINIMAL', legislation: null })).toBe(false)
  expect(isMadeAt({ ...made, quality: 'AES' }, { quality: 'QES', legislation: 'EIDAS' })).toBe(false)
  expect(isMadeAt({ quality: 'SES', legislation: null }, { quality: 'AES', legislation: null })).toBe(false)
})
