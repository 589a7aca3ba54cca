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
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    // What Excel calls CSV on Windows in the countries of these languages. Every byte is a letter there.
    return decode(bytes, 'windows-1252')
  }
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
