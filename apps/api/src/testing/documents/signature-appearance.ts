import zlib from 'node:zlib'

/** The lines that the signatures of a file draw, and whether they draw a picture. */
export function appearanceIn(pdf: Buffer): { readonly lines: string[]; readonly hasPicture: boolean } {
  const lines: string[] = []
  for (let at = pdf.indexOf('\nstream\n'); at >= 0; at = pdf.indexOf('\nstream\n', at + 1)) {
    let text = ''
    try {
      text = zlib.inflateSync(pdf.subarray(at + 8)).toString('latin1')
    } catch {
      continue
    }
    for (const [, hex = ''] of text.matchAll(/\/ActualText <feff([0-9a-f]*)>/g))
      lines.push(Buffer.from(hex, 'hex').swap16().toString('utf16le'))
  }
  return { lines, hasPicture: pdf.includes('/SMask') }
}
