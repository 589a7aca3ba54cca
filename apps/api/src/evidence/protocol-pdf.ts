import { readFileSync } from 'node:fs'
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler'
import { protocolFonts, replacement } from './protocol-fonts.ts'
import type { ProtocolPage } from './protocol-page.ts'

// Runs in a worker thread: typst takes some 100 ms for a long history.

/** PDF/A-2a: for archives, tagged, every font embedded (ISO 19005-2). */
const standard = 'a-2a'

const template = readFileSync(new URL('./protocol.typ', import.meta.url), 'utf8')

/** Sets the page. A character that no font has shows as a replacement character; the rest is unharmed. */
export async function renderProtocolPdf(given: {
  readonly page: ProtocolPage
  /** PNG. */
  readonly logo: Uint8Array | null
  readonly madeAt: Date
}): Promise<Uint8Array> {
  const fonts = await protocolFonts(JSON.stringify(given.page))
  const compiler = NodeCompiler.create({
    fontArgs: [{ fontBlobs: fonts.map(({ bytes }) => Buffer.from(bytes)) }],
  })
  const logoHeight = given.logo && heightOf(given.logo)
  let data = JSON.stringify({ ...given.page, logoHeight, fonts: fonts.map(({ family }) => family) })
  const logo = JSON.stringify([...(given.logo ?? [])])
  for (let tries = 1; ; tries += 1) {
    try {
      return compile(compiler, { data, logo }, given.madeAt)
    } catch (error) {
      const missing = charactersWithoutFont(String(error))
      if (missing.length === 0 || tries === 3) throw error
      for (const text of missing) data = data.replaceAll(JSON.stringify(text).slice(1, -1), replacement)
    } finally {
      compiler.evictCache(0)
    }
  }
}

/** In millimetres: at most 12 high and 60 wide (the size of a PNG: ISO/IEC 15948 §11.2.2). */
function heightOf(png: Uint8Array): number {
  const bytes = Buffer.from(png)
  return Math.min(12, (60 * bytes.readUInt32BE(20)) / bytes.readUInt32BE(16))
}

function compile(
  compiler: NodeCompiler,
  inputs: { readonly data: string; readonly logo: string },
  madeAt: Date,
): Uint8Array {
  const compiled = compiler.compile({ mainFileContent: template, inputs })
  const document = compiled.result
  if (!document) {
    const failed = compiled.takeDiagnostics()
    throw new Error(`The protocol could not be set: ${JSON.stringify(failed?.shortDiagnostics)}`)
  }
  return compiler.pdf(document, {
    pdfStandard: standard,
    pdfTags: true,
    creationTimestamp: Math.floor(madeAt.getTime() / 1000),
  })
}

/** PDF/A must show every character (ISO 19005-2 §6.2.11.8), so typst names those that no font has. */
function charactersWithoutFont(message: string): string[] {
  const named = [...message.matchAll(/the text `\\?"(.+?)\\?"` could not be displayed/g)]
  const texts = named.map(([, text = '']) =>
    text.replaceAll(/\\u\{([0-9a-f]+)\}/gi, (_, code: string) =>
      String.fromCodePoint(Number.parseInt(code, 16)),
    ),
  )
  return [...new Set(texts)]
}
