import { expect, it } from 'vitest'
import { pathWith, returnQuery } from './return-path.ts'

it('the way back gives back what the page was opened with', () => {
  const query = returnQuery('?exitUrl=https%3A%2F%2Fa.example%2F&lang=de')
  expect(pathWith('/view/7/secret', query)).toBe('/view/7/secret?exitUrl=https%3A%2F%2Fa.example%2F&lang=de')
})

it('the way back adds nothing where there was nothing', () => {
  expect(returnQuery('')).toBe('')
  expect(pathWith('/view/7', null)).toBe('/view/7')
})
