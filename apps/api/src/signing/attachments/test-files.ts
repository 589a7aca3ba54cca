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
