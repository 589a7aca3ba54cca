import { expect, it, vi } from 'vitest'

vi.mock('#web/lib/api.ts', () => ({ call: vi.fn() }))
const { isOffered } = await import('./identification-offered.ts')

const ses = { quality: 'SES', legislation: null, available: true, hurdles: [] } as const
const qes = { quality: 'QES', legislation: 'ZERTES', available: false } as const

it('is offered where a quality waits for it', () => {
  expect(
    isOffered([
      { ...ses, hurdles: [] },
      { ...qes, hurdles: ['identification', 'mobile'] },
    ]),
  ).toBe(true)
})

it('is not offered where every quality that takes it cannot be had here', () => {
  expect(
    isOffered([
      { ...ses, hurdles: [] },
      { ...qes, hurdles: ['identification', 'not_offered'] },
    ]),
  ).toBe(false)
  expect(isOffered([{ ...ses, hurdles: [] }])).toBe(false)
})
