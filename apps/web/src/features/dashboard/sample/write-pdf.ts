/** One line of a page: its text, its size in points, and the room above it. */
export interface Line {
  readonly text: string
  readonly size: number
  readonly above: number
}

const [width, height, margin] = [595, 842, 72]

/**
 * A PDF of one A4 page in Helvetica, a font that every reader has (ISO 32000-1 9.6.2.2). Its text is Windows-1252
 * (WinAnsiEncoding, annex D): enough for the languages of the interface.
 */
export function writePdf(title: string, language: string, lines: readonly Line[]): Uint8Array<ArrayBuffer> {
  let y = height - margin
  const shown = lines.map(({ text, size, above }) => {
    y -= above + size
    return `BT /F1 ${size} Tf ${margin} ${y} Td (${literal(text)}) Tj ET`
  })
  const content = shown.join('\n')
  const objects = [
    `<< /Type /Catalog /Pages 2 0 R /Lang (${literal(language)}) /ViewerPreferences << /DisplayDocTitle true >> >>`,
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>`,
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    `<< /Title (${literal(title)}) >>`,
  ]
  let file = '%PDF-1.7\n'
  const offsets = objects.map((object, index) => {
    const offset = file.length
    file += `${index + 1} 0 obj\n${object}\nendobj\n`
    return `${String(offset).padStart(10, '0')} 00000 n \n`
  })
  const table = file.length
  const size = objects.length + 1
  file += `xref\n0 ${size}\n0000000000 65535 f \n${offsets.join('')}`
  file += `trailer\n<< /Size ${size} /Root 1 0 R /Info 6 0 R >>\nstartxref\n${table}\n%%EOF\n`
  return Uint8Array.from(file, (character) => character.charCodeAt(0))
}

/** What Windows-1252 has beyond Latin 1, of what our sentences use. */
const beyond: Readonly<Record<string, number>> = {
  '€': 0x80,
  '…': 0x85,
  '‘': 0x91,
  '’': 0x92,
  '“': 0x93,
  '”': 0x94,
  '–': 0x96,
  '—': 0x97,
  œ: 0x9c,
  '\u{202f}': 0xa0,
}

function literal(text: string): string {
  return Array.from(text, (character) => {
    const code = beyond[character] ?? character.codePointAt(0) ?? 0x3f
    if (code > 0xff) return '?'
    return '()\\'.includes(character) ? `\\${character}` : String.fromCharCode(code)
  }).join('')
}

/** Breaks a paragraph into lines of at most so many characters. */
export function wrap(text: string, most: number): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + word.length < most) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}
