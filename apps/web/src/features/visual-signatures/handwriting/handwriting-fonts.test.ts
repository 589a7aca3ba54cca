import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { inflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { fontCoverage } from './font-coverage.ts'
import { plainFont, handwritingFonts } from './handwriting-font.ts'
import { fontFor, fontsFor } from './handwriting-fonts.ts'

describe('the handwriting fonts for a name', () => {
  it.each([
    ['Anna Keller', ['Caveat', 'Dancing Script', 'Homemade Apple', 'Marck Script', 'Mynerve']],
    ['Zoë Müller-O’Neill', ['Caveat', 'Dancing Script', 'Homemade Apple', 'Marck Script', 'Mynerve']],
    ['Łukasz Dvořák', ['Caveat', 'Dancing Script', 'Marck Script', 'Mynerve']],
    ['Nguyễn Thị Hương', ['Dancing Script', 'Mynerve']],
    ['Ελένη Παπαδοπούλου', ['Mynerve']],
    ['Анна Кузнецова', ['Caveat', 'Marck Script']],
    ['Олександр Ґудзь', ['Caveat', 'Marck Script']],
    ['ليلى حداد', ['Aref Ruqaa']],
    ['פרופ׳ נעמי לוי', ['Gveret Levin']],
    ['王小明', [plainFont]],
    ['김민준', [plainFont]],
    ['สมชาย', [plainFont]],
    ['Anna Ελένη Анна', [plainFont]],
  ])('%s', (name, expected) => {
    expect(fontsFor(name)).toEqual(expected)
  })

  it('takes letters and their accents for one letter', () => {
    expect(fontsFor('Nguyễn'.normalize('NFD'))).toEqual(fontsFor('Nguyễn'))
  })

  it('keeps the chosen font for as long as it has the letters', () => {
    expect(fontFor('Anna', 'Homemade Apple')).toBe('Homemade Apple')
    expect(fontFor('Анна', 'Homemade Apple')).toBe('Caveat')
    expect(fontFor('王', 'Caveat')).toBe(plainFont)
    expect(fontFor('', null)).toBe('Caveat')
  })
})

describe('the letters of a hand', () => {
  it.each(handwritingFonts)('%s has them in its files', (font) => {
    const has = lettersOfFiles(font)
    const missing = (fontCoverage[font] ?? '').split(' ').flatMap((range) => {
      const [from = '', to = from] = range.split('-').map((code) => Number.parseInt(code, 16))
      return Array.from({ length: Number(to) - Number(from) + 1 }, (_, index) => Number(from) + index).filter(
        (code) => /[\p{L}\p{M}\p{N}]/u.test(String.fromCodePoint(code)) && !has.has(code),
      )
    })
    expect(missing.map((code) => code.toString(16))).toEqual([])
  })
})

/** Every code point that a hand's style sheet leads to and the named file has. */
function lettersOfFiles(font: string): ReadonlySet<number> {
  const folder = font.toLowerCase().replace(' ', '-')
  const sheet = createRequire(import.meta.url).resolve(`@fontsource/${folder}/400.css`)
  const rule = /url\(\.\/(files\/[^)]+\.woff)\)[^}]*?unicode-range:\s*([^;}]+)/g
  const found = new Set<number>()
  for (const [, file = '', list = ''] of readFileSync(sheet, 'utf8').matchAll(rule)) {
    const ranges = list.split(',').map((range) =>
      range
        .trim()
        .slice(2)
        .split('-')
        .map((code) => Number.parseInt(code, 16)),
    )
    for (const code of charactersOf(readFileSync(path.join(path.dirname(sheet), file)))) {
      if (ranges.some(([from = 0, to = from]) => code >= from && code <= to)) found.add(code)
    }
  }
  return found
}

/** The characters of a WOFF file: its cmap's subtables of format 4 (OpenType, cmap). */
function charactersOf(woff: Buffer): number[] {
  const cmap = cmapOf(woff)
  const offsets = Array.from({ length: cmap.readUInt16BE(2) }, (_, index) => cmap.readUInt32BE(8 + index * 8))
  return offsets
    .filter((offset) => cmap.readUInt16BE(offset) === 4)
    .flatMap((offset) => segmentsOf(cmap.subarray(offset)))
}

function cmapOf(woff: Buffer): Buffer {
  for (let at = 44; ; at += 20) {
    if (woff.toString('latin1', at, at + 4) !== 'cmap') continue
    const [offset, packed, size] = [4, 8, 12].map((part) => woff.readUInt32BE(at + part)) as [
      number,
      number,
      number,
    ]
    const table = woff.subarray(offset, offset + packed)
    return packed < size ? inflateSync(table) : table
  }
}

function segmentsOf(table: Buffer): number[] {
  const count = table.readUInt16BE(6) / 2
  const characters: number[] = []
  for (let segment = 0; segment < count; segment++) {
    const at = 14 + segment * 2
    const [last, first] = [table.readUInt16BE(at), table.readUInt16BE(at + 2 + count * 2)]
    const delta = table.readUInt16BE(at + 2 + count * 4)
    const rangeAt = at + 2 + count * 6
    const range = table.readUInt16BE(rangeAt)
    for (let code = first; code <= last && code < 0xffff; code++) {
      const glyph =
        range === 0 ? (code + delta) & 0xffff : table.readUInt16BE(rangeAt + range + (code - first) * 2)
      if (glyph !== 0) characters.push(code)
    }
  }
  return characters
}
