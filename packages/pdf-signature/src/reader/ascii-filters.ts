import { PdfError } from '../pdf-error.ts'
import { isWhite } from './lexer.ts'

/** ISO 32000-2 §7.4.2. */
export function asciiHexDecode(data: Uint8Array): Uint8Array {
  const end = data.indexOf(0x3e)
  const text = Buffer.from(end < 0 ? data : data.subarray(0, end)).toString('latin1')
  const digits = text.replace(/\s|\0/g, '')
  if (/[^0-9A-Fa-f]/.test(digits)) throw new PdfError('damaged', 'An ASCIIHex stream has other characters')
  return Buffer.from(digits.length % 2 ? `${digits}0` : digits, 'hex')
}

/** ISO 32000-2 §7.4.3. */
export function ascii85Decode(data: Uint8Array): Uint8Array {
  const out = new Uint8Array(data.length * 4 + 4)
  let length = 0
  let value = 0
  let digits = 0
  const flush = (count: number) => {
    for (let i = 0; i < count; i++) out[length++] = Math.floor(value / 256 ** (3 - i)) % 256
    value = 0
    digits = 0
  }
  for (const code of data) {
    if (isWhite(code)) continue
    if (code === 0x7e) break
    if (code === 0x7a && digits === 0) flush(4)
    else if (code < 0x21 || code > 0x75)
      throw new PdfError('damaged', 'An ASCII85 stream has other characters')
    else {
      value = value * 85 + code - 0x21
      if (++digits === 5) flush(4)
    }
  }
  if (digits > 1) {
    const count = digits - 1
    for (let i = digits; i < 5; i++) value = value * 85 + 84
    flush(count)
  }
  return out.slice(0, length)
}
