import { expect, it } from 'vitest'
import { movedBy } from './suggestion-movement.ts'

it('the movement goes through the suggestions and comes back to what was typed', () => {
  expect(movedBy('ArrowDown', -1, 2)).toBe(0)
  expect(movedBy('ArrowDown', 1, 2)).toBe(-1)
  expect(movedBy('ArrowUp', -1, 2)).toBe(1)
  expect(movedBy('ArrowUp', 0, 2)).toBe(-1)
})

it('the movement leaves other keys what they are', () => {
  expect(movedBy('Home', 0, 2)).toBeNull()
  expect(movedBy('a', -1, 2)).toBeNull()
})
