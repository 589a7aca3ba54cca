import { expect, it } from 'vitest'
import { typeInBox } from './words-in-box.ts'

it.each([
  ['Sign here', { width: 180, height: 60 }, 'text-sm'],
  ['Hier unterschreiben', { width: 180, height: 60 }, 'text-sm'],
  // A field of 180 by 60 points on a phone.
  ['Sign here', { width: 108, height: 36 }, 'text-sm'],
  ['Hier unterschreiben', { width: 108, height: 36 }, 'text-xs'],
  // The same field on a page that is shown at 24%.
  ['Sign here', { width: 58, height: 19 }, null],
  ['Hier unterschreiben', { width: 58, height: 19 }, null],
  ['Sign here', { width: 4, height: 60 }, null],
] as const)('“%s” in a box of %o is set in %s', (words, box, type) => {
  expect(typeInBox(words, box)).toBe(type)
})
