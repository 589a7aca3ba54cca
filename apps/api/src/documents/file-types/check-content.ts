import { createReadStream } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import type { AttachmentType } from './attachment-type.ts'
import { hasMacros } from './macros.ts'
import { zipEntryNames } from './zip-entry-names.ts'

const compoundFileStart = Buffer.from('d0cf11e0a1b11ae1', 'hex')

/** Is the file what its name says it is? Read as far as that takes, and never unpacked. */
export async function isWhatItSays(file: string, type: AttachmentType): Promise<boolean> {
  const { shape } = type
  if (shape.by === 'text') return isText(file)
  const handle = await open(file)
  try {
    const start = await readAt(handle, 0, 512)
    switch (shape.by) {
      case 'start':
        return shape.starts.some((known) => begins(start, Buffer.from(known, 'latin1')))
      case 'opendocument':
        return beginsWithMediaType(start, type.contentType) && isFreeOfMacros(await zipEntryNames(handle))
      case 'ooxml': {
        const names = begins(start, Buffer.from('PK\x03\x04', 'latin1')) ? await zipEntryNames(handle) : null
        const isWhole = names !== null && names.includes('[Content_Types].xml')
        return isWhole && isFreeOfMacros(names) && names.some((name) => name.startsWith(shape.folder))
      }
      case 'compound':
        return begins(start, compoundFileStart) && (await mentions(file, shape.streams))
    }
  } finally {
    await handle.close()
  }
}

/** Of what can't be read nothing is known. */
const isFreeOfMacros = (names: readonly string[] | null) => names !== null && !hasMacros(names)

async function readAt(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  const { bytesRead, buffer } = await handle.read(Buffer.alloc(length), 0, length, position)
  return buffer.subarray(0, bytesRead)
}

function begins(start: Buffer, known: Buffer): boolean {
  return start.subarray(0, known.length).equals(known)
}

/** The first entry is `mimetype`, stored as it is: its name at offset 30, its content behind it. */
function beginsWithMediaType(start: Buffer, contentType: string): boolean {
  const expected = `mimetype${contentType}`
  const end = 30 + expected.length
  return (
    begins(start, Buffer.from('PK\x03\x04', 'latin1')) &&
    start.toString('latin1', 30, end) === expected &&
    // The longer types (templates) begin with the shorter ones.
    start.toString('latin1', end, end + 1) !== '-'
  )
}

/** Names in a compound file's directory are UTF-16, and end with a zero. */
async function mentions(file: string, streams: readonly string[]): Promise<boolean> {
  const names = streams.map((stream) => Buffer.from(`${stream}\0`, 'utf16le'))
  let before = Buffer.alloc(0)
  for await (const piece of createReadStream(file)) {
    const window = Buffer.concat([before, piece as Buffer])
    if (names.some((name) => window.includes(name))) return true
    before = window.subarray(-128)
  }
  return false
}

/** Text of whatever 8-bit or UTF-8 writing: nothing of it is a control character. */
async function isText(file: string): Promise<boolean> {
  for await (const piece of createReadStream(file))
    // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
    if (/[\u0000-\u0008\u000B\u000E-\u001F\u007F]/.test((piece as Buffer).toString('latin1'))) return false
  return true
}
