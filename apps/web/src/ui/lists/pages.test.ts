import { describe, expect, it } from 'vitest'
import { pageIn, pagesToShow, shownOnPage } from './pages.ts'

describe('the pages that are shown', () => {
  it('are all of them while there are few', () => {
    expect(pagesToShow(1, 1)).toEqual([1])
    expect(pagesToShow(3, 7)).toEqual([1, 2, 3, 4, 5, 6, 7])
  })
  it('are the first, the last and the neighbours otherwise', () => {
    expect(pagesToShow(1, 52)).toEqual([1, 2, 3, 4, 5, null, 52])
    expect(pagesToShow(26, 52)).toEqual([1, null, 25, 26, 27, null, 52])
    expect(pagesToShow(52, 52)).toEqual([1, null, 48, 49, 50, 51, 52])
  })
  it('always hold the current one once, in order', () => {
    for (let total = 1; total <= 20; total++) {
      for (let page = 1; page <= total; page++) {
        const numbers = pagesToShow(page, total).filter((number) => number !== null)
        expect(numbers.filter((number) => number === page)).toHaveLength(1)
        expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => a - b))
      }
    }
  })
})

describe('x of y', () => {
  it('counts what is on the page', () => {
    expect(shownOnPage(1, 25, 1284)).toEqual({ from: 1, to: 25 })
    expect(shownOnPage(52, 25, 1284)).toEqual({ from: 1276, to: 1284 })
    expect(shownOnPage(1, 25, 0)).toEqual({ from: 0, to: 0 })
  })
})

it('the page of an address that was written by hand is one that the service takes', () => {
  const of = (page: string) => pageIn(new URLSearchParams({ page }))
  expect(['3', '3.9', '', 'x', '-2', '0'].map(of)).toEqual([3, 3, 1, 1, 1, 1])
  expect(['1000001', '1e30', 'Infinity'].map(of)).toEqual([1_000_000, 1_000_000, 1_000_000])
})
