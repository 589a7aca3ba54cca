import { expect, it } from 'vitest'
import { canSignUnder, nextRequirement, qualityChoices, splitQualities, type Qualities } from './qualities.ts'

const qualities: Qualities = {
  highest: 'aes',
  signatureQualities: {
    demo: { any: true },
    ses: { any: true },
    aes: { any: true },
    aesMinimal: { eidas: false, zertes: true },
    qes: { eidas: false, zertes: false },
    seal: { aes: false, qes: false },
  },
  details: [
    { quality: 'SES', legislation: null, available: true, unmet: [] },
    { quality: 'AES_MINIMAL', legislation: 'ZERTES', available: true, unmet: [] },
    { quality: 'AES_MINIMAL', legislation: 'EIDAS', available: false, unmet: ['identification'] },
    { quality: 'QES', legislation: 'ZERTES', available: false, unmet: ['identification', 'mobile'] },
    { quality: 'QES', legislation: 'EIDAS', available: false, unmet: ['mobile'] },
    { quality: 'DEMO', legislation: null, available: true, unmet: [] },
  ],
}

it('the overview tells what one can sign with now from what takes something, the weightiest first', () => {
  const { now, later } = splitQualities(qualities)
  expect(now.map(({ quality }) => quality)).toEqual(['AES_MINIMAL', 'SES', 'DEMO'])
  expect(later.map(({ quality, legislations }) => [quality, ...legislations])).toEqual([
    ['QES', 'ZERTES'],
    ['QES', 'EIDAS'],
    ['AES_MINIMAL', 'EIDAS'],
  ])
})

it('the overview names the laws together under which the same is missing', () => {
  const unmet = ['identification' as const, 'mobile' as const]
  const details = qualities.details.map((detail) =>
    detail.quality === 'QES' ? { ...detail, unmet } : detail,
  )
  const [first] = splitQualities({ ...qualities, details }).later
  expect(first).toEqual({ quality: 'QES', legislations: ['ZERTES', 'EIDAS'], available: false, unmet })
})

it('the overview offers a quality once, where any legislation allows it, and else says the least that is missing', () => {
  const choices = qualityChoices(qualities)
  expect(choices.map(({ quality }) => quality)).toEqual(['DEMO', 'SES', 'AES_MINIMAL', 'QES'])
  expect(choices.at(2)).toEqual({ quality: 'AES_MINIMAL', available: true, unmet: [] })
  expect(choices.at(3)).toEqual({ quality: 'QES', available: false, unmet: ['mobile'] })
})

it('the overview knows under which law one can sign', () => {
  expect(canSignUnder(qualities, 'ZERTES')).toBe(true)
  expect(canSignUnder(qualities, 'EIDAS')).toBe(false)
})

it('the overview names the first thing to do for a qualified signature, on the shorter of its ways', () => {
  expect(nextRequirement(qualities)).toBe('mobile')
  const withQes = (unmet: readonly Qualities['details'][number]['unmet'][]) =>
    nextRequirement({
      ...qualities,
      details: unmet.map((missing) => ({
        quality: 'QES' as const,
        legislation: 'ZERTES' as const,
        available: missing.length === 0,
        unmet: missing,
      })),
    })
  expect(withQes([['terms', 'identification', 'mobile']])).toBe('identification')
  expect(withQes([['not_offered', 'identification']])).toBeNull()
  expect(withQes([['identification'], []])).toBeNull()
})
