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
  for (const one of lackingIn(segment, fonts)) missing.add(one)
  const fallback = fonts.find((file) => file.covers?.(0x41) ?? true)
  return fallback && openFont(fallback)
}

/** The characters that no font has; the whole of what people see as one where each has a font, but none has all of them. */
function lackingIn(segment: string, fonts: readonly FontFile[]): readonly string[] {
  const lacking = [...segment].filter((character) => !isIgnorable(character) && !findFont(character, fonts))
  return lacking.length > 0 ? lacking : [segment]
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

/**
 * Joiners, variation selectors and what only says where a line may be broken: a font need not have them. But fillers of Hangul,
 * which take up room, and tags (U+E0020 to U+E007F), which can spell out a text that nobody sees.
 */
const ignorable =
  /^(?![\u115f\u1160\u3164\uffa0\u{e0000}-\u{e00ff}\u{e01f0}-\u{e0fff}])\p{Default_Ignorable_Code_Point}$/u
const isIgnorable = (character: string): boolean => ignorable.test(character)

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
