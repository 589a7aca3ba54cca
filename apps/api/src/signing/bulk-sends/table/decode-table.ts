// What spreadsheets write when they save a table as text (WHATWG Encoding: utf-8, utf-16le, utf-16be, windows-1252).

/** The text of a file: by its byte order mark, else by what it can be. */
export function decodeTable(bytes: Uint8Array): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return decode(bytes, 'utf-16le')
  if (first === 0xfe && second === 0xff) return decode(bytes, 'utf-16be')
  const zeros = zerosOf(bytes)
  // Without the mark: letters of these languages leave one byte of each two empty.
  if (zeros.odd > bytes.length / 8) return decode(bytes, 'utf-16le')
  if (zeros.even > bytes.length / 8) return decode(bytes, 'utf-16be')
  const text = decode(bytes, 'utf-8')
  // What Excel calls CSV on Windows in the countries of these languages. Every byte is a letter there.
  return isUtf8(bytes, text) ? text : decode(bytes, 'windows-1252')
}

/**
 * Damaged UTF-8 stays UTF-8, with a mark for each byte that is none, which is refused by its row: read as Windows-1252, every other
 * name in it would be wrong, and sent. Where letters of several bytes are rarer than such bytes, it is no UTF-8.
 */
function isUtf8(bytes: Uint8Array, text: string): boolean {
  const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
  const counted = { letters: 0, broken: 0 }
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === 0xfffd) counted.broken += 1
    else if (code > 0x7f) counted.letters += 1
  }
  return hasMark || counted.broken === 0 || counted.letters > counted.broken
}

function decode(bytes: Uint8Array, encoding: string): string {
  return new TextDecoder(encoding).decode(bytes)
}

function zerosOf(bytes: Uint8Array): { even: number; odd: number } {
  const counted = { even: 0, odd: 0 }
  for (let at = 0; at < bytes.length; at += 1)
    if (bytes[at] === 0) counted[at % 2 === 0 ? 'even' : 'odd'] += 1
  return counted
}
