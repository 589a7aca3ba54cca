// RFC 4180, with the separators that spreadsheets use: a comma, a semicolon, or a tab where it was pasted.

export class TableUnreadable extends Error {
  override readonly name = 'TableUnreadable'
  readonly code: 'unclosed_quote' | 'text_after_quote'
  /** As a spreadsheet counts it. */
  readonly row: number

  constructor(code: TableUnreadable['code'], row: number) {
    super(`${code} in row ${row}`)
    this.code = code
    this.row = row
  }
}

const separators = [',', ';', '\t'] as const
type Separator = (typeof separators)[number]

/** The cells of each row, as they stand. Looked at once from left to right, however long it is. */
export function parseTable(given: string): string[][] {
  const { text, separator } = opening(given.replace(/^\uFEFF/, ''))
  const rows: string[][] = []
  let cells: string[] = []
  let at = 0
  const endRow = () => {
    rows.push(cells)
    cells = []
  }
  while (at < text.length) {
    const quote = quoteAt(text, at, separator)
    const cell = quote === null ? plain(text, at, separator) : quoted(text, quote, rows.length + 1)
    cells.push(cell.value)
    at = cell.end
    if (at >= text.length) break
    if (text[at] === separator) {
      at += 1
      // A separator at the very end opens one more cell.
      if (at === text.length) cells.push('')
      continue
    }
    const width = lineBreak(text, at)
    if (width === 0) throw new TableUnreadable('text_after_quote', rows.length + 1)
    at += width
    endRow()
  }
  if (cells.length > 0) endRow()
  return rows
}

/**
 * Where a quoted cell begins. People write a blank after the comma: without its quotes the cell would be split. Of what was
 * pasted with tabs, a blank is part of the cell.
 */
function quoteAt(text: string, from: number, separator: Separator): number | null {
  let at = from
  if (separator !== '\t') while (text[at] === ' ') at += 1
  return text[at] === '"' ? at : null
}

function plain(text: string, from: number, separator: Separator): { value: string; end: number } {
  let end = from
  while (end < text.length && text[end] !== separator && text[end] !== '\n' && text[end] !== '\r') end += 1
  return { value: text.slice(from, end), end }
}

/** Two quotes stand for one; separators and line breaks are part of it. */
function quoted(text: string, from: number, row: number): { value: string; end: number } {
  const parts: string[] = []
  let at = from + 1
  for (;;) {
    const quote = text.indexOf('"', at)
    if (quote < 0) throw new TableUnreadable('unclosed_quote', row)
    parts.push(text.slice(at, quote))
    if (text[quote + 1] !== '"') return { value: parts.join('"'), end: quote + 1 }
    at = quote + 2
  }
}

function lineBreak(text: string, at: number): number {
  if (text[at] === '\r') return text[at + 1] === '\n' ? 2 : 1
  return text[at] === '\n' ? 1 : 0
}

/**
 * Excel may say the separator itself in a line of its own. A tab in the first row is one: cells are pasted with tabs, and
 * without quotes around their commas. Else it is what parts the first row most often.
 */
function opening(text: string): { text: string; separator: Separator } {
  const said = /^sep=([,;\t])\r?\n/i.exec(text)
  if (said) return { text: text.slice(said[0].length), separator: said[1] as Separator }
  const counts = new Map<string, number>(separators.map((separator) => [separator, 0]))
  let isQuoted = false
  for (const letter of text) {
    if (letter === '"') isQuoted = !isQuoted
    else if (!isQuoted && (letter === '\n' || letter === '\r')) break
    else if (!isQuoted && counts.has(letter)) counts.set(letter, (counts.get(letter) ?? 0) + 1)
  }
  if (counts.get('\t')) return { text, separator: '\t' }
  const most = separators.toSorted((a, b) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0))[0]
  return { text, separator: most ?? ',' }
}
