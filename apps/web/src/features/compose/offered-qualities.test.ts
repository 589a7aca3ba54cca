import { expect, it } from 'vitest'
import { offeredLegislations, offeredQualities } from './offered-qualities.ts'

const details: Parameters<typeof offeredQualities>[0] = [
  { quality: 'DEMO', legislation: null, available: true, hurdles: [] },
  { quality: 'SES', legislation: null, available: true, hurdles: [] },
  { quality: 'AES', legislation: null, available: false, hurdles: ['not_offered'] },
  { quality: 'QES', legislation: 'ZERTES', available: false, hurdles: ['identification', 'mobile'] },
  { quality: 'QES', legislation: 'EIDAS', available: false, hurdles: ['identification'] },
]

it('offers what the account may, and names once what it may not yet, by the shortest way', () => {
  const { now, later } = offeredQualities(details, 'SES')
  expect(now).toEqual(['SES', 'DEMO'])
  expect(later.map(({ quality, hurdles }) => [quality, hurdles])).toEqual([
    ['AES', ['not_offered']],
    ['QES', ['identification']],
  ])
})

it('still shows what is chosen when it is no longer offered', () => {
  const none = details.map((one) => ({ ...one, available: false }))
  expect(offeredQualities(none, 'DEMO').now).toEqual(['DEMO'])
})

it('has a law to choose only where the quality knows one', () => {
  expect(offeredLegislations(details, 'SES')).toEqual([])
  const lawful = [{ quality: 'SES' as const, legislation: 'EIDAS' as const, available: true, hurdles: [] }]
  expect(offeredLegislations(lawful, 'SES')).toEqual(['EIDAS'])
})
