import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FontFile } from '@countersign/pdf-signature/appearance/font-face.ts'

/** In order of preference. The files of a family are slices by range of characters. */
const families = {
  'noto-sans': 'Noto Sans',
  'noto-sans-arabic': 'Noto Sans Arabic',
  'noto-sans-hebrew': 'Noto Sans Hebrew',
  'noto-sans-thai': 'Noto Sans Thai',
  'noto-sans-sc': 'Noto Sans SC',
  'noto-sans-kr': 'Noto Sans KR',
} as const

/** The decoder of wawoff2, which is synchronous once it has started. */
interface Woff2Decoder {
  onRuntimeInitialized?: () => void
  readonly calledRun?: boolean
  decompress(woff2: Uint8Array): Uint8Array | false
}

let loaded: Promise<readonly FontFile[]> | undefined

/**
 * Fonts for nearly every script, in order of preference. A file is decoded when its bytes are first asked for, and
 * `covers` tells beforehand what it is for: of some 230 files a text needs one to five.
 */
export function loadAppearanceFonts(): Promise<readonly FontFile[]> {
  loaded ??= startDecoder().then(async (decoder) => {
    const names = Object.entries(families)
    return (await Promise.all(names.map(([family, name]) => readFamily(family, name, decoder)))).flat()
  })
  return loaded
}

async function startDecoder(): Promise<Woff2Decoder> {
  const decoder: Woff2Decoder = createRequire(import.meta.url)('wawoff2/build/decompress_binding.js')
  if (!decoder.calledRun) await new Promise<void>((resolve) => (decoder.onRuntimeInitialized = resolve))
  return decoder
}

/** The slices of a family, from its style sheet: each rule names a file and the characters it is for. */
async function readFamily(family: string, name: string, decoder: Woff2Decoder): Promise<FontFile[]> {
  const sheet = fileURLToPath(import.meta.resolve(`@fontsource-variable/${family}/wght.css`))
  const rule = /url\(\.\/(files\/[^)]+\.woff2)\)[^}]*?unicode-range:\s*([^;}]+)/g
  return [...(await readFile(sheet, 'utf8')).matchAll(rule)].map(([, file = '', text = '']) => {
    const ranges = text.split(',').map(parseRange)
    return slice(name, join(dirname(sheet), file), ranges, decoder)
  })
}

function slice(
  name: string,
  path: string,
  ranges: readonly (readonly [number, number])[],
  decoder: Woff2Decoder,
): FontFile {
  let bytes: Uint8Array | undefined
  return {
    name,
    covers: (character) => ranges.some(([from, to]) => character >= from && character <= to),
    get bytes() {
      bytes ??= decode(path, decoder)
      return bytes
    },
  }
}

/** The decoder gives a view of its own memory, which the next call overwrites. */
function decode(path: string, decoder: Woff2Decoder): Uint8Array {
  const decoded = decoder.decompress(readFileSync(path))
  if (decoded === false) throw new Error(`The font ${path} cannot be decoded`)
  return Uint8Array.from(decoded)
}

/** `U+20-7e`, `U+a9`. */
function parseRange(text: string): readonly [number, number] {
  const [from = '', to = from] = text.trim().replace(/^U\+/i, '').split('-')
  return [Number.parseInt(from, 16), Number.parseInt(to, 16)]
}
