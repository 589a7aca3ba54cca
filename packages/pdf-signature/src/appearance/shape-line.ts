import { Buffer as ShapingBuffer, Direction, shape } from 'harfbuzzjs'
import { directionRuns } from './bidi.ts'
import type { ParagraphDirection } from './bidi.ts'
import type { FontFile, OpenFont } from './font-face.ts'
import { splitByFont } from './split-by-font.ts'

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

/**
 * Shapes a line of any script with the first font that has each of its characters. `direction`: of the paragraph that it is a line
 * of, where that has others. Throws `font_invalid`.
 */
export function shapeLine(
  line: string,
  fonts: readonly FontFile[],
  direction?: ParagraphDirection,
): ShapedLine {
  const text = line.normalize('NFC').toWellFormed().replace(/\s+/gu, ' ').replace(dropped, '')
  const missing = new Set<string>()
  const glyphs: PlacedGlyph[] = []
  let x = 0
  const runs = directionRuns(text, direction)
  for (const run of runs) {
    const parts = splitByFont(run.text, fonts, missing)
    for (const part of run.rightToLeft ? parts.toReversed() : parts) {
      x += placeRun(part.text, part.font, run.rightToLeft, x, glyphs)
    }
  }
  const hasRightToLeft = runs.some(({ rightToLeft }) => rightToLeft)
  return { text, glyphs, width: x, hasRightToLeft, missing: [...missing] }
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
  const isOneToOne = infos.length === text.length && infos.every(({ cluster }, index) => cluster === index)
  const textOf = isOneToOne ? (index: number) => text.charAt(index) : textsOf(text, infos, positions)
  const scale = 1000 / font.unitsPerEm
  let x = start
  infos.forEach(({ codepoint: glyph }, index) => {
    const position = positions[index]
    out.push({
      font,
      glyph,
      x: x + (position?.xOffset ?? 0) * scale,
      y: (position?.yOffset ?? 0) * scale,
      text: textOf(index),
    })
    x += (position?.xAdvance ?? 0) * scale
  })
  return x - start
}

/** The characters that each glyph stands for: all of its cluster's, or none. */
function textsOf(
  text: string,
  infos: readonly { readonly cluster: number }[],
  positions: readonly { readonly xAdvance?: number }[],
): (index: number) => string {
  const clusters = infos.map(({ cluster }) => cluster)
  const texts = clusterTexts(text, clusters)
  const bearers = textBearers(
    clusters.map((cluster, index) => ({ cluster, advance: positions[index]?.xAdvance ?? 0 })),
  )
  return (index) => {
    const cluster = clusters[index] ?? 0
    return bearers.get(cluster) === index ? (texts.get(cluster) ?? '') : ''
  }
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

export type Shape = (text: string, direction?: ParagraphDirection) => ShapedLine
