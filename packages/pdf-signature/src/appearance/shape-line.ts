import { Buffer as ShapingBuffer, Direction, shape } from 'harfbuzzjs'
import { directionRuns } from './bidi.ts'
import { openFont } from './font-face.ts'
import type { FontFile, OpenFont } from './font-face.ts'

/** A glyph where it is drawn, in thousandths of the em from the start of the line. */
export interface PlacedGlyph {
  readonly font: OpenFont
  readonly glyph: number
  readonly x: number
  readonly y: number
  /** The characters it stands for; empty where another glyph of the cluster has them. */
  readonly text: string
}

export interface ShapedLine {
  readonly text: string
  readonly glyphs: readonly PlacedGlyph[]
  /** Whether any of it runs from right to left. */
  readonly hasRightToLeft: boolean
  /** In thousandths of the em. */
  readonly width: number
  /** Characters that none of the fonts has. */
  readonly missing: readonly string[]
}

// Controls of direction, which the line sets itself, and others that are not drawn.
const dropped = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu
const commonScript = /^[\p{Script=Common}\p{Script=Inherited}]+$/u
const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' })

/** Shapes a line of any script with the first font that has each of its characters. Throws `font_invalid`. */
export function shapeLine(line: string, fonts: readonly FontFile[]): ShapedLine {
  const text = line.normalize('NFC').toWellFormed().replace(/\s+/gu, ' ').replace(dropped, '')
  const missing = new Set<string>()
  const glyphs: PlacedGlyph[] = []
  let x = 0
  const runs = directionRuns(text)
  for (const run of runs) {
    const parts = splitByFont(run.text, fonts, missing)
    for (const part of run.rightToLeft ? parts.toReversed() : parts) {
      x += placeRun(part.text, part.font, run.rightToLeft, x, glyphs)
    }
  }
  const hasRightToLeft = runs.some(({ rightToLeft }) => rightToLeft)
  return { text, glyphs, width: x, hasRightToLeft, missing: [...missing] }
}

interface FontRun {
  readonly font: OpenFont
  text: string
}

/** Runs of one font; a character all fonts share (a space, a point) stays with the run before it where it can. */
function splitByFont(text: string, fonts: readonly FontFile[], missing: Set<string>): FontRun[] {
  const runs: FontRun[] = []
  for (const { segment } of graphemes.segment(text)) {
    const last = runs.at(-1)
    const stays = last !== undefined && commonScript.test(segment) && covers(last.font, segment)
    const font = stays ? last.font : fontFor(segment, fonts, missing)
    if (!font) continue
    if (last && last.font === font && (stays || scriptOf(last.text) === scriptOf(segment)))
      last.text += segment
    else runs.push({ font, text: segment })
  }
  return runs
}

function fontFor(segment: string, fonts: readonly FontFile[], missing: Set<string>): OpenFont | undefined {
  const found = findFont(segment, fonts)
  if (found) return found
  for (const character of segment) if (!findFont(character, fonts)) missing.add(character)
  const fallback = fonts.find((file) => file.covers?.(0x41) ?? true)
  return fallback && openFont(fallback)
}

const chosen = new WeakMap<readonly FontFile[], Map<string, OpenFont | null>>()
const rememberedAtMost = 10_000

/** Asking a few hundred fonts takes its time, and texts are made of the same characters. */
function findFont(segment: string, fonts: readonly FontFile[]): OpenFont | undefined {
  let known = chosen.get(fonts)
  if (!known || known.size > rememberedAtMost) chosen.set(fonts, (known = new Map()))
  let font = known.get(segment)
  if (font === undefined) known.set(segment, (font = askFonts(segment, fonts) ?? null))
  return font ?? undefined
}

function askFonts(segment: string, fonts: readonly FontFile[]): OpenFont | undefined {
  for (const file of fonts)
    if (mayCover(file, segment) && covers(openFont(file), segment)) return openFont(file)
  return undefined
}

function mayCover(file: FontFile, segment: string): boolean {
  for (const character of segment) {
    if (!isIgnorable(character) && file.covers?.(character.codePointAt(0) ?? 0) === false) return false
  }
  return true
}

function covers(font: OpenFont, segment: string): boolean {
  for (const character of segment) {
    if (!font.characters.has(character.codePointAt(0) ?? 0) && !isIgnorable(character)) return false
  }
  return true
}

/** Joiners and variation selectors, which only change how others are drawn. */
function isIgnorable(character: string): boolean {
  const code = character.codePointAt(0) ?? 0
  return code === 0x200c || code === 0x200d || (code >= 0xfe00 && code <= 0xfe0f)
}

const scripts = [
  'Latin',
  'Greek',
  'Cyrillic',
  'Hebrew',
  'Arabic',
  'Devanagari',
  'Thai',
  'Han',
  'Hiragana',
  'Katakana',
  'Hangul',
  'Armenian',
  'Georgian',
  'Bengali',
  'Tamil',
  'Telugu',
  'Ethiopic',
  'Khmer',
  'Lao',
  'Myanmar',
].map((script) => ({ script, pattern: new RegExp(`\\p{Script=${script}}`, 'u') }))

/** The script of the first character that has one: HarfBuzz shapes one script at a time. */
function scriptOf(text: string): string | undefined {
  for (const character of text) {
    const found = scripts.find(({ pattern }) => pattern.test(character))
    if (found) return found.script
  }
  return undefined
}

/** Shapes a run and places its glyphs from `start` on; gives its width. */
function placeRun(
  text: string,
  font: OpenFont,
  rightToLeft: boolean,
  start: number,
  out: PlacedGlyph[],
): number {
  const buffer = new ShapingBuffer()
  buffer.addText(text)
  buffer.guessSegmentProperties()
  buffer.setDirection(rightToLeft ? Direction.RTL : Direction.LTR)
  shape(font.font, buffer)
  const infos = buffer.getGlyphInfos()
  const positions = buffer.getGlyphPositions()
  const texts = clusterTexts(
    text,
    infos.map(({ cluster }) => cluster),
  )
  const bearers = textBearers(
    infos.map(({ cluster }, index) => ({ cluster, advance: positions[index]?.xAdvance ?? 0 })),
  )
  const scale = 1000 / font.unitsPerEm
  let x = start
  infos.forEach(({ codepoint: glyph, cluster }, index) => {
    const position = positions[index]
    out.push({
      font,
      glyph,
      x: x + (position?.xOffset ?? 0) * scale,
      y: (position?.yOffset ?? 0) * scale,
      text: bearers.get(cluster) === index ? (texts.get(cluster) ?? '') : '',
    })
    x += (position?.xAdvance ?? 0) * scale
  })
  return x - start
}

/** The glyph of each cluster that stands for its characters: the widest, not a dot or an accent. */
function textBearers(glyphs: readonly { cluster: number; advance: number }[]): Map<number, number> {
  const bearers = new Map<number, number>()
  glyphs.forEach(({ cluster, advance }, index) => {
    const best = bearers.get(cluster)
    if (best === undefined || advance > (glyphs[best]?.advance ?? 0)) bearers.set(cluster, index)
  })
  return bearers
}

/** The characters of each cluster: from where it begins to where the next one does. */
function clusterTexts(text: string, clusters: readonly number[]): Map<number, string> {
  const starts = [...new Set(clusters)].sort((a, b) => a - b)
  return new Map(starts.map((start, index) => [start, text.slice(start, starts[index + 1] ?? text.length)]))
}

export type Shape = (text: string) => ShapedLine
