import { expect, test } from 'vitest'
import { lastPageFor } from './use-existing-page.ts'

test('a page without rows leads to the last page there is', () => {
  expect(lastPageFor(2, { items: [], total_pages: 1 })).toBe(1)
  expect(lastPageFor(9, { items: [], total_pages: 3 })).toBe(3)
  expect(lastPageFor(2, { items: [], total_pages: 0 })).toBe(1)
})

test('a page with rows, the first page and one that isn’t read yet stay', () => {
  // A search counts no further than 200 rows, but shows those beyond.
  expect(lastPageFor(9, { items: [1], total_pages: 8 })).toBeNull()
  expect(lastPageFor(1, { items: [], total_pages: 0 })).toBeNull()
  expect(lastPageFor(2, undefined)).toBeNull()
})
