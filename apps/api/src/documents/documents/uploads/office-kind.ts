import { open } from 'node:fs/promises'
import { typeOfName } from '#api/documents/file-types/attachment-type.ts'
import { isWhatItSays } from '#api/documents/file-types/check-content.ts'
import { hasMacros } from '#api/documents/file-types/macros.ts'
import { zipEntries } from '#api/documents/file-types/zip-entry-names.ts'
import { type OfficeKind, officeKinds } from '#api/providers/office/port.ts'

/** What holds an office file: a zip, a compound file [MS-CFB], or the text of RTF. */
export type OfficeContainer = 'zip' | 'compound' | 'rtf'

const starts: readonly [OfficeContainer, Buffer][] = [
  ['zip', Buffer.from('PK\x03\x04', 'latin1')],
  ['compound', Buffer.from('d0cf11e0a1b11ae1', 'hex')],
  ['rtf', Buffer.from('{\\rtf', 'latin1')],
]

/** By its first bytes alone; whether there is an office file in it is for `officeKindOf` to tell. */
export function sniffOffice(start: Uint8Array): OfficeContainer | null {
  const head = Buffer.from(start.buffer, start.byteOffset, start.byteLength)
  return starts.find(([, known]) => head.subarray(0, known.length).equals(known))?.[0] ?? null
}

/** More than so much, unpacked, is no document that someone wrote. */
const unpackedAtMost = 512 * 1024 * 1024
const entriesAtMost = 20_000

export type FoundOffice = OfficeKind | 'programs' | 'too_large' | null

/**
 * What the file is by its content, whatever its name says. A zip that says of itself that it would unpack to more than is
 * sensible is not opened; one that lies about it meets the limits of the conversion.
 */
export async function officeKindOf(file: string, container: OfficeContainer): Promise<FoundOffice> {
  if (container === 'rtf') return 'rtf'
  if (container === 'zip') {
    const entries = await entriesOf(file)
    if (entries === 'unreadable') return null
    if (entries === 'too_large') return entries
    const unpacked = entries.reduce((sum, entry) => sum + entry.size, 0)
    if (unpacked > unpackedAtMost || entries.length > entriesAtMost) return 'too_large'
    if (hasMacros(entries.map(({ name }) => name))) return 'programs'
  }
  for (const kind of officeKinds) {
    const type = typeOfName(`document.${kind}`)
    if (type && (await isWhatItSays(file, type))) return kind
  }
  return null
}

async function entriesOf(file: string) {
  const handle = await open(file)
  try {
    return await zipEntries(handle)
  } finally {
    await handle.close()
  }
}
