import { expect, test } from 'vitest'
import type { SaveState } from './draft-saver.ts'
import { nextAnnouncement, type SaveAnnouncement } from './save-announcement.ts'

const part = 'saved in part'

function announced(states: readonly (SaveState | typeof part)[]): SaveAnnouncement[] {
  let before: SaveAnnouncement = 'none'
  return states.map((one) => {
    const isPartlySaved = one === part
    before = nextAnnouncement(before, { state: isPartlySaved ? 'saved' : one, isPartlySaved })
    return before
  })
}

test('saves that succeed are not announced', () => {
  expect(announced(['waiting', 'saving', 'saved', 'waiting', 'saving', 'saved'])).toEqual(
    Array.from({ length: 6 }, () => 'none'),
  )
})

test('the first save that succeeds after one that failed is announced, the next is not', () => {
  expect(announced(['saving', 'failed', 'saving', 'failed', 'waiting', 'saving', 'saved'])).toEqual([
    'none',
    ...Array.from({ length: 5 }, () => 'told'),
    'again',
  ])
  expect(announced(['failed', 'saved', 'waiting', 'saving', 'saved'])).toEqual([
    'told',
    'again',
    'none',
    'none',
    'none',
  ])
})

test('a draft with a field that is not saved is announced once, however much is typed, and when all is saved', () => {
  expect(announced([part, 'waiting', 'saving', part, 'saving', 'saved'])).toEqual([
    ...Array.from({ length: 5 }, () => 'part'),
    'again',
  ])
})
