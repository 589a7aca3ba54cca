import zlib from 'node:zlib'

/** The lines that the signatures of a file draw, and whether they draw a picture. */
export function appearanceIn(pdf: Buffer): { readonly lines: string[]; readonly hasPicture: boolean } {
  const lines = streamsIn(pdf).flatMap((content) =>
    [...content.matchAll(/\/ActualText <feff([0-9a-f]*)>/g)].map(([, hex = '']) =>
      Buffer.from(hex, 'hex').swap16().toString('utf16le'),
    ),
  )
  return { lines, hasPicture: pdf.includes('/SMask') }
}

/** The content of all streams. */
export function streamsIn(pdf: Buffer): string[] {
  const found: string[] = []
  for (let at = pdf.indexOf('\nstream\n'); at >= 0; at = pdf.indexOf('\nstream\n', at + 1))
    found.push(contentAt(pdf, at + 8))
  return found
}

/** Short drawings are written as they are, longer ones compressed. */
function contentAt(pdf: Buffer, start: number): string {
  try {
    return zlib.inflateSync(pdf.subarray(start)).toString('latin1')
  } catch {
    return pdf.subarray(start, pdf.indexOf('endstream', start)).toString('latin1')
  }
}
