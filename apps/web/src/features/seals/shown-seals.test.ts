import type { Legislation } from '@countersign/contract/values.ts'
import type { Seal } from '@countersign/contract/seals.ts'
import { expect, it } from 'vitest'
import { satisfiesRequest } from './satisfies-request.ts'
import { shownSeals } from './shown-seals.ts'

function aSeal(given: Partial<Seal> & { label: string }, legislation: Legislation = 'ZERTES'): Seal {
  return {
    id: given.label,
    name: given.label.toLowerCase(),
    hasImage: false,
    image: null,
    data: {
      status: 'READY',
      quality: 'AES',
      legislation,
      provider: 'ais',
      certifies: false,
      certificate: null,
    },
    members: [],
    nMembers: 0,
    nApi: 0,
    createdAt: '2026-01-01T00:00:00.000Z',
    ...given,
  }
}

it('the list of seals finds seals by what they are called, in the order one likes', () => {
  const bern = aSeal({ label: 'Bern', nMembers: 1 })
  const aarau = aSeal({ label: 'Aarau', nMembers: 3, createdAt: '2026-02-01T00:00:00.000Z' })
  const zug = aSeal({ label: 'Zug', name: 'head-office', nMembers: 3 })
  const shown = (search: string, order: 'label' | 'newest' | 'members') =>
    shownSeals([zug, bern, aarau], { search, order }, 'en').map(({ label }) => label)
  expect(shown('', 'label')).toEqual(['Aarau', 'Bern', 'Zug'])
  expect(shown('', 'newest')).toEqual(['Aarau', 'Bern', 'Zug'])
  expect(shown('', 'members')).toEqual(['Aarau', 'Zug', 'Bern'])
  expect(shown(' HEAD ', 'label')).toEqual(['Zug'])
})

it('the list of seals is offered where no person has to be the one who signs, under the law that is asked for', () => {
  const swiss = aSeal({ label: 'Bern' })
  const offered = (
    quality: Parameters<typeof satisfiesRequest>[1]['quality'],
    legislation: Legislation | null,
  ) => satisfiesRequest(swiss, { quality, legislation })
  expect(offered('SES', null)).toBe(true)
  expect(offered('AES', 'ZERTES')).toBe(true)
  expect(offered('AES', 'EIDAS')).toBe(false)
  for (const quality of ['QES', 'PART11', 'DEMO'] as const) expect(offered(quality, null)).toBe(false)
})
