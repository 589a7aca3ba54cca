import { expect, test } from 'vitest'
import { surelyDrawable } from './check-content.ts'
import { findMissing } from './field-thread.ts'

test('what is passed without asking the fonts is in the fonts', async () => {
  const characters = Array.from({ length: 0x24f }, (_, code) => String.fromCodePoint(code))
  const passed = characters.filter((character) => surelyDrawable.test(character))
  expect(passed.length).toBeGreaterThan(300)
  expect(await findMissing([passed.join('')])).toEqual([[]])
})

test('what no font has is named, once', async () => {
  expect(await findMissing(['Zoë', '🦊 and 🦊', '王𓀀'])).toEqual([[], ['🦊'], ['𓀀']])
})
