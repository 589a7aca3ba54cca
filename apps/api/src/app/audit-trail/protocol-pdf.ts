import { readFileSync } from 'node:fs'
import { openTypst } from '#api/platform/typst/typst.ts'
import { protocolFonts, replacement, shownWith } from './protocol-fonts.ts'
import type { ProtocolPage } from './protocol-page.ts'

// Runs in a worker thread: typst takes some 100 ms for a long history.

const template = readFileSync(new URL('./protocol.typ', import.meta.url), 'utf8')

/**
 * Sets the page. A character that no font has shows as a replacement character; the rest is unharmed. PDF/A must show every
 * character (ISO 19005-2 §6.2.11.8), and typst refuses what it can't show.
 */
export async function renderProtocolPdf(
  given: {
    readonly page: ProtocolPage
    /** PNG. */
    readonly logo: Uint8Array | null
    /** By signer: PNG in base64. */
    readonly pictures: readonly (readonly string[])[]
    readonly madeAt: Date
  },
  open = openTypst,
): Promise<Uint8Array> {
  const fonts = await protocolFonts(textsOf(given.page))
  const typst = await open(fonts.map(({ bytes }) => bytes))
  const logoHeight = given.logo && heightOf(given.logo)
  const families = fonts.map(({ family }) => family)
  const logo = JSON.stringify([...(given.logo ?? [])])
  const pictures = JSON.stringify(given.pictures.map((own) => own.map(drawn)))
  const set = (shown: (text: string) => string) => {
    const page = mapTexts(given.page, shown)
    const data = JSON.stringify({ ...page, logoHeight, fonts: families })
    return typst.pdf({ source: template, inputs: { data, logo, pictures }, archivedAt: given.madeAt })
  }
  try {
    return set((text) => shownWith(fonts, text))
  } catch (error) {
    if (!/could not be displayed|contains the codepoint/.test(String(error))) throw error
    // Without an audit trail there would be no evidence to read: then only what the first font shows alone.
    return set((text) => shownWith(fonts.slice(0, 1), text).replaceAll(/\p{M}/gu, replacement))
  }
}

/** In millimetres: at most 12 high and 60 wide. */
function heightOf(png: Uint8Array): number {
  const { width, height } = sizeOf(Buffer.from(png))
  return Math.min(12, (60 * height) / width)
}

/** The picture in an SVG: typst takes text as input, and decodes no base64 itself. */
function drawn(png: string) {
  const { width, height } = sizeOf(Buffer.from(png.slice(0, 64), 'base64'))
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}"><image width="${width}" height="${height}" href="data:image/png;base64,${png}"/></svg>`
  return { svg, height: Math.min(14, (50 * height) / width) }
}

/** ISO/IEC 15948 §11.2.2. */
const sizeOf = (png: Buffer) => ({ width: png.readUInt32BE(16), height: png.readUInt32BE(20) })

/** The page with each of its texts changed. */
function mapTexts(page: ProtocolPage, change: (text: string) => string): ProtocolPage {
  return JSON.parse(JSON.stringify(page, (_, value) => (typeof value === 'string' ? change(value) : value)))
}

function textsOf(page: ProtocolPage): string {
  const texts: string[] = []
  mapTexts(page, (text) => {
    texts.push(text)
    return text
  })
  return texts.join('\n')
}
