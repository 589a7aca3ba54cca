import { placeSignatureFields } from '@countersign/pdf-signature/place-fields.ts'
import { prepareSignature } from '@countersign/pdf-signature/prepare.ts'
import { shapeLine } from '@countersign/pdf-signature/appearance/shape-line.ts'
import { aPdf } from '@countersign/pdf-signature/testing/pdf-builder.ts'
import { describe, expect, test } from 'vitest'
import { streamsIn } from '#api/testing/documents/signature-appearance.ts'
import { loadAppearanceFonts } from './appearance-fonts.ts'

const names = {
  Latin: 'Renée Ångström-Müller',
  Vietnamese: 'Nguyễn Thị Ngọc',
  Greek: 'Ελένη Παπαδοπούλου',
  Cyrillic: 'Владимир Щербаков',
  Arabic: 'محمد بن عبد الله',
  Hebrew: 'דָּוִד כהן',
  Devanagari: 'अर्जुन क्षत्रिय',
  Thai: 'สมชาย ใจดีทั้งสิ้น',
  Chinese: '王小明',
  Japanese: '山田 かな タロウ',
  Korean: '김민준',
}

describe('every alphabet has a font', () => {
  test.each(Object.entries(names))('%s', async (_, name) => {
    const line = shapeLine(name, await loadAppearanceFonts())
    expect(line.missing).toEqual([])
    expect(line.glyphs.filter(({ glyph }) => glyph === 0)).toEqual([])
    expect(line.width).toBeGreaterThan(1000)
  })
})

test('Arabic letters join: the same letter has other glyphs alone and in a word', async () => {
  const fonts = await loadAppearanceFonts()
  const glyphsOf = (text: string) => new Set(shapeLine(text, fonts).glyphs.map(({ glyph }) => glyph))
  const alone = glyphsOf('ه')
  expect([...glyphsOf('ههه')].filter((glyph) => alone.has(glyph))).toEqual([])
  expect(glyphsOf('ههه').size).toBe(3)
})

test('a vowel sign that is written before its consonant is drawn before it', async () => {
  const line = shapeLine('कि', await loadAppearanceFonts())
  const alone = shapeLine('क', await loadAppearanceFonts()).glyphs[0]?.glyph
  const consonant = line.glyphs.find(({ glyph }) => glyph === alone)
  expect(consonant?.x).toBeGreaterThan(0)
})

test('words of two fonts that run from right to left are drawn in that order', async () => {
  const line = shapeLine('כהן محمد', await loadAppearanceFonts())
  expect(new Set(line.glyphs.map(({ font }) => font)).size).toBe(2)
  const places = (letters: RegExp) => line.glyphs.filter(({ text }) => letters.test(text)).map(({ x }) => x)
  const [hebrew, arabic] = [places(/\p{Script=Hebrew}/u), places(/\p{Script=Arabic}/u)]
  expect([hebrew.length, arabic.length]).toEqual([3, 4])
  expect(Math.max(...arabic)).toBeLessThan(Math.min(...hebrew))
})

test('a character no font has is told and drawn as a box', async () => {
  const line = shapeLine('Zoë 🦊', await loadAppearanceFonts())
  expect(line.missing).toEqual(['🦊'])
  expect(line.glyphs.at(-1)?.glyph).toBe(0)
})

test.each([
  ['an open o with a grave', 'Kp\u0254\u0300', '\u0254\u0300'],
  ['x with a circumflex', 'x\u0302 = 3', 'x\u0302'],
])('%s, whose parts have a font each and none together, is told as one', async (_, text, expected) => {
  expect(shapeLine(text, await loadAppearanceFonts()).missing).toEqual([expected])
})

test.each([
  ['a variant of an ideograph', '葛\u{e0100}飾'],
  ['a word joiner', 'CHF\u20605'],
  ['a grapheme joiner', 'a\u034fb'],
])('%s is drawn, though no font has what is not seen of it', async (_, text) => {
  const line = shapeLine(text, await loadAppearanceFonts())
  expect(line.missing).toEqual([])
  expect(line.glyphs.filter(({ glyph }) => glyph === 0)).toEqual([])
})

test('a text of tags, which nobody would see, is told', async () => {
  expect(shapeLine('a\u{e0062}', await loadAppearanceFonts()).missing).toEqual(['\u{e0062}'])
})

test('of all fonts only those in use are chosen', async () => {
  const fonts = await loadAppearanceFonts()
  const chosen = new Set(shapeLine('Anna 王', fonts).glyphs.map(({ font }) => font.file.name))
  expect([...chosen]).toEqual(['Noto Sans', 'Noto Sans SC'])
  expect(fonts.length).toBeGreaterThan(100)
})

describe('an appearance', () => {
  const lines = [names.Arabic, '2026-11-20 10:00 UTC', 'Reason: Approved']
  const appear = async (page = '') => {
    const base = aPdf({ page })
    const rect = { x: 20, y: 30, width: 150, height: 50 }
    const chunks = [base, placeSignatureFields(base, [{ name: 'Anna', page: 0, rect }])]
    const fonts = await loadAppearanceFonts()
    const order = {
      fieldName: 'Anna',
      signerName: names.Arabic,
      time: new Date(),
      appearance: { lines, fonts },
    }
    return Buffer.from(prepareSignature(chunks, order).tail)
  }

  test('embeds its fonts as subsets and says what its glyphs mean', async () => {
    const tail = await appear()
    const text = tail.toString('latin1')
    expect(text.match(/\/FontFile2 /g)?.length).toBe(2)
    expect(text).toMatch(/\/BaseFont \/[A-Z]{6}\+NotoSansArabic/)
    expect(text).not.toMatch(/\/Subtype \/Type1/)
    expect(tail.length).toBeLessThan(60_000)
    const meanings = streamsIn(tail)
      .filter((data) => data.includes('beginbfchar'))
      .join('')
    expect(meanings).toContain(`<${'م'.codePointAt(0)?.toString(16).padStart(4, '0')}>`)
    const content = streamsIn(tail).find((data) => data.includes('/ActualText')) ?? ''
    expect(content).toContain(Buffer.from('Reason: Approved', 'utf16le').swap16().toString('hex'))
  })

  test.each([
    ['upright', '', /\/BBox \[0 0 150 50\](?!\/Matrix)/],
    ['turned with its page', '/Rotate 90', /\/BBox \[0 0 150 50\]\/Matrix \[0 1 -1 0 0 0\]/],
    ['of its size as displayed', '/UserUnit 2', /\/BBox \[0 0 150 50\]/],
  ])('is %s', async (_, page, expected) => {
    expect((await appear(page)).toString('latin1')).toMatch(expected)
  })
})
