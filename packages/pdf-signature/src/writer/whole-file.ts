import crypto from 'node:crypto'
import { PdfError } from '../pdf-error.ts'
import type { PdfDict, PdfObject } from '../reader/objects.ts'
import { finish, newSink, write, writeBytes, writeIndirectObject, writeObject } from './serialise.ts'

/** Tells programs that guess that a file is binary (ISO 32000-2 §7.5.2). */
const binaryMark = Buffer.from([0x25, 0xe2, 0xe3, 0xcf, 0xd3, 0x0a])

/**
 * A whole file of objects numbered from 1, with a cross-reference table, which every reader knows. `trailerOf` is told a
 * digest of what was written, for the file's /ID. Throws `too_complex` beyond the limit of bytes.
 */
export function writeFile(
  objects: ReadonlyMap<number, PdfObject>,
  version: string,
  { limit, trailerOf }: { readonly limit: number; readonly trailerOf: (digest: Uint8Array) => PdfDict },
): Buffer {
  const sink = newSink()
  write(sink, `%PDF-${version}\n`)
  writeBytes(sink, binaryMark)
  const offsets = Array.from({ length: objects.size }, (_, index) => {
    const offset = sink.length
    writeIndirectObject(sink, index + 1, 0, objects.get(index + 1) ?? null)
    if (sink.length > limit)
      throw new PdfError('too_complex', 'The file grows too large when it is written anew')
    return offset
  })
  const start = sink.length
  const lines = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`)
  write(sink, `xref\n0 ${offsets.length + 1}\n0000000000 65535 f \n${lines.join('')}trailer\n`)
  const body = finish(sink)
  const digest = crypto.createHash('sha256').update(body).digest().subarray(0, 16)
  const end = newSink()
  writeObject(end, {
    kind: 'dict',
    entries: new Map([...trailerOf(digest).entries, ['Size', offsets.length + 1]]),
  })
  write(end, `\nstartxref\n${start}\n%%EOF\n`)
  return Buffer.concat([body, finish(end)])
}
