import { expect, it } from 'vitest'
import { shortcutOf } from './shortcuts.ts'

const press = { ctrlKey: false, metaKey: false, altKey: false, repeat: false }

it('the list knows its keys', () => {
  expect(['/', 'n', 'j', 'k', 'x', 'X', '?', 'q'].map((key) => shortcutOf({ ...press, key }, false))).toEqual(
    ['/', 'n', 'j', 'k', 'x', 'X', '?', null],
  )
})

it('the list never fires while one types or with a modifier', () => {
  expect(shortcutOf({ ...press, key: 'n' }, true)).toBeNull()
  expect(shortcutOf({ ...press, key: 'n', ctrlKey: true }, false)).toBeNull()
})

it('the list repeats moving, and nothing else', () => {
  expect(shortcutOf({ ...press, key: 'j', repeat: true }, false)).toBe('j')
  expect(shortcutOf({ ...press, key: 'n', repeat: true }, false)).toBeNull()
})
