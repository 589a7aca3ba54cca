import { expect, test } from 'vitest'
import { moreWeight } from './more-weight.ts'

test('more than is asked for may be signed with, under the law the request names', () => {
  const ses = { quality: 'SES', legislation: null } as const
  expect(moreWeight(ses, 'AES', null)).toEqual({ quality: 'AES', legislation: null })
  expect(moreWeight(ses, 'QES', 'EIDAS')).toEqual({ quality: 'QES', legislation: 'EIDAS' })
  // ZertES where nobody says.
  expect(moreWeight(ses, 'QES', null)).toEqual({ quality: 'QES', legislation: 'ZERTES' })
  const aes = { quality: 'AES', legislation: 'EIDAS' } as const
  expect(moreWeight(aes, 'QES', null)).toEqual({ quality: 'QES', legislation: 'EIDAS' })
})

test('less is refused, and another law than the request names', () => {
  const qes = { quality: 'QES', legislation: 'EIDAS' } as const
  expect(moreWeight(qes, 'SES', null)).toBeNull()
  expect(moreWeight(qes, 'AES', null)).toBeNull()
  expect(moreWeight({ quality: 'AES', legislation: 'EIDAS' }, 'QES', 'ZERTES')).toBeNull()
  expect(moreWeight({ quality: 'DEMO', legislation: null }, 'QES', 'EIDAS')).toBeNull()
  expect(moreWeight({ quality: 'PART11', legislation: null }, 'QES', 'EIDAS')).toBeNull()
})

test('what is asked for anyway is not more', () => {
  const qes = { quality: 'QES', legislation: 'EIDAS' } as const
  expect(moreWeight(qes, 'QES', null)).toBe(qes)
})
