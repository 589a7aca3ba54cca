import { beforeEach, expect, it, vi } from 'vitest'
import { switchBranch, wantedBranch } from './split-test.ts'

const kept = new Map<string, string>()
const reload = vi.fn<() => void>()
const experiment = { cookie: 'home', branchOf: () => 'b' }
const now = 1_000_000

beforeEach(() => {
  kept.clear()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  })
  vi.stubGlobal('document', { cookie: '' })
  vi.stubGlobal('location', { protocol: 'https:', reload })
})

it('a split test gives a branch to the person who has another one, and leaves those who have it be', () => {
  expect(wantedBranch([experiment], now)).toEqual({ cookie: 'home', value: 'b' })
  vi.stubGlobal('document', { cookie: 'home=b' })
  expect(wantedBranch([experiment], now)).toBeNull()
  expect(wantedBranch([{ ...experiment, branchOf: () => null }], now)).toBeNull()
  expect(wantedBranch([], now)).toBeNull()
})

it('a split test keeps the branch for a year and loads the page again, but not twice within ten seconds', () => {
  void switchBranch('home', 'b', now)
  expect(document.cookie).toContain('Max-Age=31536000')
  expect(reload).toHaveBeenCalledOnce()
  vi.stubGlobal('document', { cookie: '' })
  expect(wantedBranch([experiment], now + 9_999)).toBeNull()
  expect(wantedBranch([experiment], now + 10_000)).not.toBeNull()
})
