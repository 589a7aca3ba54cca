import { expect, test } from 'vitest'
import { looksTheSame } from './compare-rendering.ts'
import { testPdf, withBrokenXref } from '../test-pdf.ts'

const page = (word: string) => ({ content: `BT /F1 40 Tf 100 700 Td (${word}) Tj ET` })
const file = (...words: string[]) => testPdf({ pages: words.map(page) })

test.each([
  ['the same pages', file('Rent', 'Deposit'), file('Rent', 'Deposit'), true],
  ['the same pages, found in another way', withBrokenXref(file('Rent')), file('Rent'), true],
  ['a figure that changed', file('Rent', '1000'), file('Rent', '9000'), false],
  ['a page less', file('Rent', 'Deposit'), file('Rent'), false],
  [
    'a page that is turned',
    testPdf({ pages: [page('Rent')] }),
    testPdf({ pages: [{ ...page('Rent'), rotate: 90 }] }),
    false,
  ],
  ['what cannot be shown afterwards', file('Rent'), Buffer.from('%PDF-1.7\n'), false],
  ['what could not be shown before', Buffer.from('%PDF-1.7\n'), file('Rent'), true],
])('%s', async (_, before, after, same) => {
  expect(await looksTheSame(before, after)).toBe(same)
})

test('of many pages the last is looked at', async () => {
  const words = Array.from({ length: 90 }, () => 'Rent')
  expect(await looksTheSame(file(...words, 'A'), file(...words, 'B'))).toBe(false)
})
