import { Refusal } from '#api/platform/refusal.ts'

const quote = 0x22
const backslash = 0x5c

/** Position of the quotation mark that ends a string, or -1. `bytes` begin outside an escape sequence. */
export function endOfString(bytes: Buffer): number {
  for (let end = bytes.indexOf(quote); end >= 0; end = bytes.indexOf(quote, end + 1))
    if (backslashesBefore(bytes, end) % 2 === 0) return end
  return -1
}

/** How many bytes at the end belong to an escape sequence that continues in the next chunk. */
export function incompleteAtEnd(bytes: Buffer): number {
  const last = bytes.lastIndexOf(backslash)
  if (last < 0 || backslashesBefore(bytes, last) % 2 === 1) return 0
  const length = bytes[last + 1] === 0x75 ? 6 : 2
  return bytes.length - last < length ? bytes.length - last : 0
}

function backslashesBefore(bytes: Buffer, position: number): number {
  let count = 0
  while (bytes[position - 1 - count] === backslash) count += 1
  return count
}

/** What a part of a JSON string says (RFC 8259 §7): some encoders escape the / and + of base64. */
export function unescaped(text: string): string {
  if (/[\u0000-\u001F]/.test(text)) throw new Refusal('request.malformed')
  if (!text.includes('\\')) return text
  try {
    return String(JSON.parse(`"${text}"`))
  } catch (cause) {
    throw new Refusal('request.malformed', { cause })
  }
}
