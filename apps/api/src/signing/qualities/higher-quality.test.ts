import { expect, test } from 'vitest'
import { higherQuality } from './higher-quality.ts'

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
