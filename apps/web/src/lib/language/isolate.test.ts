import { expect, it } from 'vitest'
import { isolate } from './isolate.ts'

it('a name in a script from right to left is isolated from the sentence around it', () => {
  expect(isolate('ליאור כהן')).toBe('\u2068ליאור כהן\u2069')
  expect(isolate('Lease 2026 عقد')).toBe('\u2068Lease 2026 عقد\u2069')
})

it('any other name is left as it is', () => {
  for (const name of ['Zoë Brönnimann', 'Νίκος', '李明']) expect(isolate(name)).toBe(name)
})
