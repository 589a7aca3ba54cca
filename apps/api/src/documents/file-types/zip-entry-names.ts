import type { FileHandle } from 'node:fs/promises'

// APPNOTE.TXT 4.3.16: the end record, with a comment of 65,535 bytes at most.
const endRecordSize = 22
const endSearch = endRecordSize + 65_535
// 4.3.12: an entry of the directory before its name.
const entrySize = 46
const directoryLimit = 1024 * 1024

export interface ZipEntry {
  readonly name: string
  /** Bytes, unpacked, as the directory says. */
  readonly size: number
}

/** The names in a zip's directory; null where it can't be read, or is too large to be. */
export async function zipEntryNames(handle: FileHandle): Promise<string[] | null> {
  const entries = await zipEntries(handle)
  return typeof entries === 'string' ? null : entries.map(({ name }) => name)
}

/** What a zip's directory lists, which is all of it or nothing. Nothing is unpacked. */
export async function zipEntries(handle: FileHandle): Promise<ZipEntry[] | 'unreadable' | 'too_large'> {
  const { size } = await handle.stat()
  const tailAt = Math.max(0, size - endSearch)
  const tail = await read(handle, tailAt, size - tailAt)
  const endAt = tail.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'))
  if (endAt < 0 || endAt + endRecordSize > tail.length) return 'unreadable'
  const count = tail.readUInt16LE(endAt + 10)
  const length = tail.readUInt32LE(endAt + 12)
  const directoryAt = tail.readUInt32LE(endAt + 16)
  if (length > directoryLimit) return 'too_large'
  if (directoryAt + length > size) return 'unreadable'
  const directory = await read(handle, directoryAt, length)
  const entries: ZipEntry[] = []
  for (let at = 0; at + entrySize <= directory.length;) {
    if (directory.readUInt32LE(at) !== 0x02_01_4b_50) return 'unreadable'
    const nameLength = directory.readUInt16LE(at + 28)
    const name = directory.toString('utf8', at + entrySize, at + entrySize + nameLength)
    entries.push({ name, size: directory.readUInt32LE(at + 24) })
    at += entrySize + nameLength + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32)
  }
  // Other readers go by the number: what they find must be what was looked through.
  return entries.length === count ? entries : 'unreadable'
}

async function read(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  const { bytesRead, buffer } = await handle.read(Buffer.alloc(length), 0, length, position)
  return buffer.subarray(0, bytesRead)
}
