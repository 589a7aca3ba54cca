import { expect, it } from 'vitest'
import { legislationFor, offeredLegislations, offeredQualities, wantsMobile } from './offered-qualities.ts'

const details: Parameters<typeof offeredQualities>[0] = [
  { quality: 'DEMO', legislation: null, available: true, unmet: [] },
  { quality: 'SES', legislation: null, available: true, unmet: [] },
  { quality: 'AES', legislation: 'ZERTES', available: false, unmet: ['not_offered'] },
  { quality: 'QES', legislation: 'ZERTES', available: false, unmet: ['not_offered'] },
  { quality: 'QES', legislation: 'EIDAS', available: false, unmet: ['identification'] },
  { quality: 'PART11', legislation: null, available: false, unmet: ['business'] },
]

it('the choice of a level offers what the installation makes, though the sender could not sign so; names once what it does not', () => {
  const { now, later } = offeredQualities(details, 'SES')
  expect(now).toEqual(['SES', 'QES', 'DEMO'])
  expect(later.map(({ quality, unmet }) => [quality, unmet])).toEqual([
    ['AES', ['not_offered']],
    ['PART11', ['business']],
  ])
})

it('a number is asked for where a code or a trust service’s approval goes to the phone', () => {
  const all = ['SES', 'AES', 'AES_MINIMAL', 'QES', 'PART11', 'DEMO'] as const
  expect(all.filter((quality) => wantsMobile({ quality }))).toEqual(['AES', 'AES_MINIMAL', 'QES'])
})

it('the choice of a level still shows what is chosen when it is no longer offered', () => {
  const none = details.map((one) => ({ ...one, unmet: ['not_offered' as const] }))
  expect(offeredQualities(none, 'DEMO').now).toEqual(['DEMO'])
})

it('the choice of a level has a law to choose only where the quality knows one, and starts with one that is offered', () => {
  expect(offeredLegislations(details, 'SES')).toEqual([])
  expect(offeredLegislations(details, 'QES')).toEqual(['EIDAS'])
  expect([legislationFor(details, 'QES'), legislationFor(details, 'SES')]).toEqual(['EIDAS', null])
})
