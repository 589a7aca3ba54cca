import { expect, it } from 'vitest'
import { legislationFor, offeredLegislations, offeredQualities } from './offered-qualities.ts'

const details: Parameters<typeof offeredQualities>[0] = [
  { quality: 'DEMO', legislation: null, available: true, hurdles: [] },
  { quality: 'SES', legislation: null, available: true, hurdles: [] },
  { quality: 'AES', legislation: 'ZERTES', available: false, hurdles: ['not_offered'] },
  { quality: 'QES', legislation: 'ZERTES', available: false, hurdles: ['not_offered'] },
  { quality: 'QES', legislation: 'EIDAS', available: false, hurdles: ['identification'] },
  { quality: 'PART11', legislation: null, available: false, hurdles: ['business'] },
]

it('offers what the installation makes, though the sender could not sign so; names once what it does not', () => {
  const { now, later } = offeredQualities(details, 'SES')
  expect(now).toEqual(['SES', 'QES', 'DEMO'])
  expect(later.map(({ quality, hurdles }) => [quality, hurdles])).toEqual([
    ['AES', ['not_offered']],
    ['PART11', ['business']],
  ])
})

it('still shows what is chosen when it is no longer offered', () => {
  const none = details.map((one) => ({ ...one, hurdles: ['not_offered' as const] }))
  expect(offeredQualities(none, 'DEMO').now).toEqual(['DEMO'])
})

it('has a law to choose only where the quality knows one, and starts with one that is offered', () => {
  expect(offeredLegislations(details, 'SES')).toEqual([])
  expect(offeredLegislations(details, 'QES')).toEqual(['EIDAS'])
  expect([legislationFor(details, 'QES'), legislationFor(details, 'SES')]).toEqual(['EIDAS', null])
})
