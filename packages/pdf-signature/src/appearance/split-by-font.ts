import { openFont } from './font-face.ts'
import type { FontFile, OpenFont } from './font-face.ts'

const commonScript = /^[\p{Script=Common}\p{Script=Inherited}]+$/u
const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' })

export interface FontRun {
  readonly font: OpenFont
  text: string
}

/** Runs of one font; a character all fonts share (a space, a point) stays with the run before it where it can. */
export function splitByFont(text: string, fonts: readonly FontFile[], missing: Set<string>): FontRun[] {
  const runs: FontRun[] = []
  let last: (FontRun & { readonly script: string | undefined }) | undefined
  for (const segment of graphemesOf(text)) {
    const { isCommon, script } = scriptsOf(segment)
    const stays = last !== undefined && isCommon && covers(last.font, segment)
    const font = stays ? last?.font : fontFor(segment, fonts, missing)
    if (!font) continue
    if (last && last.font === font && (stays || last.script === script)) last.text += segment
    else {
      last = { font, text: segment, script }
      runs.push(last)
    }
  }
  return runs
}

/** Letters that are each a grapheme of their own (UAX #29). */
const singleLetters = /^[\x20-\x7e\u00a1-\u00ac\u00ae-\u02ff]*$/

const graphemesOf = (text: string): Iterable<string> =>
  singleLetters.test(text) ? text : Iterator.from(graphemes.segment(text)).map(({ segment }) => segment)

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

interface Scripts {
  /** Of all scripts: a space, a point. */
  readonly isCommon: boolean
  readonly script: string | undefined
}

const knownScripts = new Map<string, Scripts>()

function scriptsOf(segment: string): Scripts {
  const known = knownScripts.get(segment)
  if (known) return known
  if (knownScripts.size > rememberedAtMost) knownScripts.clear()
  const found = { isCommon: commonScript.test(segment), script: scriptOf(segment) }
  knownScripts.set(segment, found)
  return found
}

/** The script of the first character that has one: HarfBuzz shapes one script at a time. */
function scriptOf(text: string): string | undefined {
  for (const character of text) {
    const found = scripts.find(({ pattern }) => pattern.test(character))
    if (found) return found.script
  }
  return undefined
}
