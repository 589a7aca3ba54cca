import { describe, expect, it } from 'vitest'
import { findIn } from './find-text.ts'

const page = (...lines: string[]) => ({
  runs: lines.map((text) => ({ text, x: 0, y: 0, width: 1, height: 1, font_size: 1 })),
})
/** What was found, as it is there. */
function found(lines: string[], query: string): string[] {
  const { runs } = page(...lines)
  return findIn({ runs }, query).map((hit) =>
    hit.map(({ run, from, to }) => runs[run]?.text.slice(from, to)).join('|'),
  )
}

describe('finding a text on a page', () => {
  it('does not mind capitals, marks over letters, or how they are encoded', () => {
    expect(found(['Zürich und ZUERICH, zu\u0308rich'], 'zurich')).toEqual(['Zürich', 'zu\u0308rich'])
    expect(found(['Café déjà vu'], 'CAFE DEJA')).toEqual(['Café déjà'])
    expect(found(['Straße, Strasse'], 'strasse')).toEqual(['Straße', 'Strasse'])
    expect(found(['The ﬁrst oﬃce'], 'office')).toEqual(['oﬃce'])
  })

  it('goes over the end of a line, also where a word is broken', () => {
    expect(found(['The rental', 'contract'], 'rental contract')).toEqual(['rental|contract'])
    expect(found(['This agree-', 'ment ends'], 'agreement ends')).toEqual(['agree|ment ends'])
    expect(found(['Article 4 -', 'Rent'], '4 - rent')).toEqual(['4 -|Rent'])
    expect(found(['soft\u00ADhyphen'], 'softhyphen')).toEqual(['soft\u00ADhyphen'])
  })

  it('finds each place once, and takes spaces as one', () => {
    expect(found(['aaaa'], 'aa')).toEqual(['aa', 'aa'])
    expect(found(['a   b'], ' a b ')).toEqual(['a   b'])
    expect(found(['one', 'two'], '  ')).toEqual([])
    expect(found([], 'a')).toEqual([])
  })

  it('keeps its place behind letters of two units', () => {
    expect(found(['😀😀 signed 😀'], 'signed')).toEqual(['signed'])
    expect(found(['𝐁𝐨𝐥𝐝 text'], 'bold')).toEqual(['𝐁𝐨𝐥𝐝'])
  })

  it('takes signs that mean something in a pattern as they are', () => {
    expect(found(['1.5 (a+b)'], '(a+b)')).toEqual(['(a+b)'])
  })
})
