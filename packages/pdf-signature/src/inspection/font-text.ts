import { PdfError } from '../pdf-error.ts'
import { arrayEntry, dictEntry, entryOf, resolve } from '../reader/document.ts'
import type { PdfDocument } from '../reader/document.ts'
import { decodeStream } from '../reader/filters.ts'
import { isName, isStream } from '../reader/objects.ts'
import type { PdfDict, PdfStream } from '../reader/objects.ts'
import { compositeWidths, simpleWidths } from './font-widths.ts'
import { characterOf } from './glyph-names.ts'
import { isEmbedded, isSymbolFont } from './viewer-fonts.ts'

/** What the codes of a font stand for. */
export interface FontText {
  /** Bytes of a code. */
  readonly width: 1 | 2
  /** Undefined for a code that is not known to stand for anything. */
  readonly textOf: (code: number) => string | undefined
  /** How far the next glyph is from its own, in thousandths of an em. */
  readonly widthOf: (code: number) => number
}

/** Undefined for a font whose codes do not tell what they stand for (ISO 32000-2 §9.10.2). */
export function fontText(document: PdfDocument, font: PdfDict): FontText | undefined {
  const kind = entryOf(document, font, 'Subtype')
  // Its glyphs are drawings, which may show anything (ISO 32000-2 §9.6.4).
  if (isName(kind) && kind.name === 'Type3') return undefined
  const isComposite = isName(kind) && kind.name === 'Type0'
  const stated = entryOf(document, font, 'ToUnicode')
  const mapped = isStream(stated) ? unicodeMap(document, stated) : undefined
  if (isComposite) {
    const encoding = entryOf(document, font, 'Encoding')
    const isIdentity = isName(encoding) && encoding.name === 'Identity-H'
    const widthOf = compositeWidths(document, font)
    return mapped && isIdentity ? { width: 2, textOf: (code) => mapped.get(code), widthOf } : undefined
  }
  const encoded = simpleEncoding(document, font)
  const widthOf = simpleWidths(document, font, encoded)
  if (isEmbedded(document, font))
    return { width: 1, textOf: (code) => mapped?.get(code) ?? encoded(code), widthOf }
  // Viewers draw what the encoding names, with glyphs of their own, whatever the file says that codes stand for.
  if (isSymbolFont(document, font)) return undefined
  return { width: 1, textOf: (code) => encoded(code) ?? mapped?.get(code), widthOf }
}

const decoders = { WinAnsiEncoding: 'windows-1252', MacRomanEncoding: 'macintosh' } as const

function simpleEncoding(document: PdfDocument, font: PdfDict): (code: number) => string | undefined {
  const encoding = entryOf(document, font, 'Encoding')
  const dict = dictEntry(document, font, 'Encoding')
  const base = isName(encoding) ? encoding : dict && entryOf(document, dict, 'BaseEncoding')
  const label = isName(base) ? decoders[base.name as keyof typeof decoders] : undefined
  const decoder = label === undefined ? undefined : new TextDecoder(label)
  const differences = dict ? differencesOf(document, dict) : new Map<number, string>()
  return (code) => {
    const glyph = differences.get(code)
    if (glyph !== undefined) return characterOf(glyph)
    if (decoder) return decoder.decode(Uint8Array.of(code))
    return code >= 32 && code < 127 ? String.fromCharCode(code) : undefined
  }
}

function differencesOf(document: PdfDocument, encoding: PdfDict): Map<number, string> {
  const names = new Map<number, string>()
  let code = 0
  for (const item of (arrayEntry(document, encoding, 'Differences') ?? []).slice(0, 1024)) {
    const value = resolve(document, item)
    if (typeof value === 'number') code = value
    else if (isName(value)) names.set(code++, value.name)
  }
  return names
}

const known = new WeakMap<PdfStream, ReadonlyMap<number, string>>()
const mappedAtMost = 65_536
/** A code has four bytes at most (ISO 32000-2 §9.7.6.2). Numbers that are much larger can't be counted up from. */
const longestCode = 0xffff_ffff

/** The characters of a font's codes, by its ToUnicode (ISO 32000-2 §9.10.3). */
function unicodeMap(document: PdfDocument, source: PdfStream): ReadonlyMap<number, string> | undefined {
  const remembered = known.get(source)
  if (remembered) return remembered
  try {
    const data = decodeStream(source, document.budget, (object) => resolve(document, object))
    const map = readUnicodeMap(Buffer.from(data).toString('latin1'))
    known.set(source, map)
    return map
  } catch (error) {
    if (error instanceof PdfError && error.code !== 'too_complex') return undefined
    throw error
  }
}

function readUnicodeMap(source: string): Map<number, string> {
  const map = new Map<number, string>()
  for (const body of sections(source, 'bfchar'))
    for (const [, code = '', text = ''] of body.matchAll(/<([^<>]*)>\s*<([^<>]*)>/g))
      if (map.size < mappedAtMost) map.set(Number.parseInt(code, 16), utf16(text))
  // Ranges may map the same codes again and again.
  let left = mappedAtMost
  for (const body of sections(source, 'bfrange'))
    for (const [, from = '', to = '', text, list] of body.matchAll(range)) {
      const first = Number.parseInt(from, 16)
      if (first > longestCode) continue
      const last = Math.min(Number.parseInt(to, 16), first + left - 1)
      addRange(map, first, last, text, list)
      if (last >= first) left -= last - first + 1
    }
  return map
}

const range = /<([^<>]*)>\s*<([^<>]*)>\s*(?:<([^<>]*)>|\[([^[\]]*)\])/g

/** What is between each `begin` and its `end`; a section that is not closed ends where the next one begins. */
const sections = (source: string, kind: string): string[] =>
  source
    .split(`begin${kind}`)
    .slice(1)
    .map((section) => section.split(`end${kind}`, 1)[0] ?? '')

function addRange(
  map: Map<number, string>,
  from: number,
  to: number,
  text: string | undefined,
  list: string | undefined,
): void {
  const listed = list === undefined ? [] : [...list.matchAll(/<([^<>]*)>/g)].map(([, one = '']) => utf16(one))
  const first = text === undefined ? '' : utf16(text)
  for (let code = from; code <= to; code++) {
    const index = code - from
    const last = first.charCodeAt(first.length - 1)
    map.set(
      code,
      list === undefined ? first.slice(0, -1) + String.fromCharCode(last + index) : (listed[index] ?? ''),
    )
  }
}

function utf16(hex: string): string {
  const bytes = Buffer.from(hex.replace(/\s/g, ''), 'hex')
  return bytes.length % 2 === 0 ? Buffer.from(bytes).swap16().toString('utf16le') : ''
}
