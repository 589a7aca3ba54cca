import { expect, it } from 'vitest'
import { wrap, writePdf } from './write-pdf.ts'

const text = (bytes: Uint8Array) => String.fromCharCode(...bytes)

it('a sample is a PDF whose cross-reference table points at its objects', () => {
  const file = text(writePdf('A (sample)', 'de', [{ text: 'Zoë’s 5 €', size: 11, above: 0 }]))
  expect(file.startsWith('%PDF-1.7\n')).toBe(true)
  const offsets = [...file.matchAll(/^(\d{10}) 00000 n $/gm)].map((entry) => Number(entry[1]))
  expect(offsets).toHaveLength(6)
  offsets.forEach((offset, index) => {
    expect(file.slice(offset)).toMatch(new RegExp(`^${index + 1} 0 obj\n`))
  })
  const table = Number(/startxref\n(\d+)\n%%EOF/.exec(file)?.[1])
  expect(file.slice(table).startsWith('xref\n0 7\n')).toBe(true)
  const length = Number(/\/Length (\d+)/.exec(file)?.[1])
  expect(/stream\n([\s\S]*)\nendstream/.exec(file)?.[1]).toHaveLength(length)
})

it('a sample has the characters of Windows-1252, and its brackets are escaped', () => {
  const file = text(writePdf('A (sample)', 'fr', [{ text: 'Zoë’s 5 €', size: 11, above: 0 }]))
  expect(file).toContain('(Zoë\x92s 5 \x80)')
  expect(file).toContain('/Title (A \\(sample\\))')
})

it('a paragraph is broken between words', () => {
  expect(wrap('one two three', 8)).toEqual(['one two', 'three'])
  expect(wrap('unbreakable', 4)).toEqual(['unbreakable'])
})
