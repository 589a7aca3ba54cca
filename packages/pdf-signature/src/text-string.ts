import type { PdfString } from './reader/objects.ts'

/** A text string (ISO 32000-2 §7.9.2.2): ASCII as it stands, anything else as UTF-16BE with its mark. */
export function textString(text: string): PdfString {
  if (/^[\x20-\x7e]*$/.test(text)) return { kind: 'string', bytes: Buffer.from(text, 'latin1') }
  const body = Buffer.from(text.toWellFormed(), 'utf16le').swap16()
  return { kind: 'string', bytes: Buffer.concat([Buffer.from([0xfe, 0xff]), body]) }
}

/** Where PDFDocEncoding is not Latin-1 (ISO 32000-2 Annex D.2): from 0x18 and from 0x80 on, and one more. */
const accents = '\u02d8\u02c7\u02c6\u02d9\u02dd\u02db\u02da\u02dc'
const marks = '•†‡…—–ƒ⁄‹›−‰„“”‘’‚™ﬁﬂŁŒŠŸŽıłœšž'

function fromPdfDocEncoding(text: string): string {
  return text.replace(/[\u0018-\u001f\u0080-\u009e\u00a0]/g, (character) => {
    const code = character.charCodeAt(0)
    return (code < 0x80 ? accents[code - 0x18] : code < 0xa0 ? marks[code - 0x80] : '€') ?? character
  })
}

/** The text of a text string: UTF-16BE, UTF-8 or PDFDocEncoding. */
export function decodeTextString(bytes: Uint8Array): string {
  const buffer = Buffer.from(bytes)
  if (buffer[0] === 0xfe && buffer[1] === 0xff) {
    const even = buffer.subarray(2, buffer.length - (buffer.length % 2))
    return Buffer.from(even).swap16().toString('utf16le')
  }
  if (buffer[0] === 0xef && buffer[1] === 0xbb && buffer[2] === 0xbf)
    return buffer.subarray(3).toString('utf8')
  return fromPdfDocEncoding(buffer.toString('latin1'))
}

/** A PDF date (ISO 32000-2 §7.9.4) in UTC. */
export function pdfDate(time: Date): string {
  return `D:${time.toISOString().replace(/[-:T]/g, '').slice(0, 14)}+00'00'`
}

/** The moment a PDF date names, or undefined when it is not one. A missing zone is read as UTC. */
export function parsePdfDate(text: string): Date | undefined {
  const match =
    /^(?:D:)?(\d{4})(\d{2})?(\d{2})?(\d{2})?(\d{2})?(\d{2})?(?:(Z)|([+-])(\d{2})'?(\d{2})?)?/.exec(text)
  if (!match) return undefined
  const part = (index: number, fallback: number) => (match[index] ? Number(match[index]) : fallback)
  const utc = Date.UTC(part(1, 0), part(2, 1) - 1, part(3, 1), part(4, 0), part(5, 0), part(6, 0))
  const offset = (part(9, 0) * 60 + part(10, 0)) * 60_000 * (match[8] === '-' ? -1 : 1)
  const time = new Date(utc - offset)
  return Number.isNaN(time.getTime()) ? undefined : time
}
