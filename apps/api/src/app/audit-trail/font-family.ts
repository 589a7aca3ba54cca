/**
 * A font under another family name. The slices of a font all bear its name, and typst takes one font a family: each
 * gets a name of its own. Offsets and tables as in ISO/IEC 14496-22 §4.3 (table directory) and §5.2.6 (`name`).
 */
export function renameFamily(font: Uint8Array, family: string): Uint8Array {
  const given = Buffer.from(font.buffer, font.byteOffset, font.byteLength)
  const tables = readTables(given)
    .filter(({ tag }) => tag !== 'name')
    .concat({ tag: 'name', bytes: nameTable(family) })
    .toSorted((a, b) => (a.tag < b.tag ? -1 : 1))
  const directory = Buffer.alloc(12 + 16 * tables.length)
  given.copy(directory, 0, 0, 4)
  const power = Math.floor(Math.log2(tables.length))
  directory.writeUInt16BE(tables.length, 4)
  directory.writeUInt16BE(16 * 2 ** power, 6)
  directory.writeUInt16BE(power, 8)
  directory.writeUInt16BE(16 * (tables.length - 2 ** power), 10)
  const parts: Buffer[] = [directory]
  let offset = directory.length
  for (const [index, { tag, bytes }] of tables.entries()) {
    const padded = Buffer.concat([bytes, Buffer.alloc(-bytes.length & 3)])
    const entry = 12 + 16 * index
    directory.write(tag, entry, 'latin1')
    directory.writeUInt32BE(checksum(padded), entry + 4)
    directory.writeUInt32BE(offset, entry + 8)
    directory.writeUInt32BE(bytes.length, entry + 12)
    parts.push(padded)
    offset += padded.length
  }
  return Buffer.concat(parts)
}

interface Table {
  readonly tag: string
  readonly bytes: Buffer
}

function readTables(font: Buffer): Table[] {
  return Array.from({ length: font.readUInt16BE(4) }, (_, index) => {
    const entry = 12 + 16 * index
    const offset = font.readUInt32BE(entry + 8)
    return {
      tag: font.toString('latin1', entry, entry + 4),
      bytes: font.subarray(offset, offset + font.readUInt32BE(entry + 12)),
    }
  })
}

/** Family, style, full name and PostScript name, for the Windows platform in UTF-16 and English. */
function nameTable(family: string): Buffer {
  const names: [id: number, text: string][] = [
    [1, family],
    [2, 'Regular'],
    [4, family],
    [6, `${family.replaceAll(' ', '')}-Regular`],
  ]
  const header = Buffer.alloc(6 + 12 * names.length)
  header.writeUInt16BE(names.length, 2)
  header.writeUInt16BE(header.length, 4)
  const texts = names.map(([, text]) => Buffer.from(text, 'utf16le').swap16())
  let offset = 0
  for (const [index, [id]] of names.entries()) {
    const length = texts[index]?.length ?? 0
    const record = [3, 1, 0x409, id, length, offset]
    for (const [position, value] of record.entries())
      header.writeUInt16BE(value, 6 + 12 * index + 2 * position)
    offset += length
  }
  return Buffer.concat([header, ...texts])
}

function checksum(padded: Buffer): number {
  let sum = 0
  for (let offset = 0; offset < padded.length; offset += 4) sum = (sum + padded.readUInt32BE(offset)) >>> 0
  return sum
}
