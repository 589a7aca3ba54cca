import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'

/** A zip with entries of these names. */
export async function zipOf(names: readonly string[]): Promise<Buffer> {
  const zip = new ZipFile()
  for (const name of names) zip.addBuffer(Buffer.from(`<${name}/>`), name)
  zip.end()
  return buffer(zip.outputStream)
}

export function officeFile(folder: string, more: readonly string[] = []): Promise<Buffer> {
  return zipOf(['[Content_Types].xml', '_rels/.rels', `${folder}/document.xml`, ...more])
}

export async function openDocumentFile(kind: string, more: readonly string[] = []): Promise<Buffer> {
  const zip = new ZipFile()
  zip.addBuffer(Buffer.from(`application/vnd.oasis.opendocument.${kind}`), 'mimetype', { compress: false })
  for (const name of ['content.xml', ...more]) zip.addBuffer(Buffer.from('<office/>'), name)
  zip.end()
  return buffer(zip.outputStream)
}

/** As much of a compound file as tells what it is. */
export function compoundFile(stream: string): Buffer {
  return Buffer.concat([
    Buffer.from('d0cf11e0a1b11ae1', 'hex'),
    Buffer.alloc(1016),
    Buffer.from(`Root Entry\0${stream}\0`, 'utf16le'),
  ])
}

/** Names that make a zip's directory larger than it is ever read. */
export const namesOverOneMegabyte = Array.from({ length: 20 }, (_, index) => `${'x'.repeat(60_000)}${index}`)

/** Of a zip: as if its directory ended before the last entry, which other readers find by the number of entries. */
export function withoutLastInDirectory(zip: Buffer): Buffer {
  const lastAt = zip.lastIndexOf(Buffer.from('PK\x01\x02', 'latin1'))
  const endAt = zip.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'))
  const changed = Buffer.from(zip)
  changed.writeUInt32LE(lastAt - changed.readUInt32LE(endAt + 16), endAt + 12)
  return changed
}
