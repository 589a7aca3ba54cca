import zlib from 'node:zlib'

export type XrefStyle = 'table' | 'stream' | 'object_streams' | 'hybrid'

/** A file in the making: bodies of indirect objects by number; 1 is the catalogue. */
export interface PdfPlan {
  readonly objects: Record<number, string | Buffer>
  readonly style?: XrefStyle
  /** More entries of the trailer. */
  readonly trailer?: string
  readonly header?: string
}

export const streamObject = (data: Uint8Array | string, entries = ''): Buffer => {
  const bytes = Buffer.from(data)
  return Buffer.concat([
    Buffer.from(`<<${entries}/Length ${bytes.length}>>\nstream\n`, 'latin1'),
    bytes,
    Buffer.from('\nendstream'),
  ])
}

interface Writing {
  readonly parts: Buffer[]
  length: number
  readonly offsets: Map<number, number>
}

function push(writing: Writing, part: string | Buffer): void {
  const bytes = typeof part === 'string' ? Buffer.from(part, 'latin1') : part
  writing.parts.push(bytes)
  writing.length += bytes.length
}

function pushObject(writing: Writing, num: number, body: string | Buffer): void {
  writing.offsets.set(num, writing.length)
  push(writing, `${num} 0 obj\n`)
  push(writing, body)
  push(writing, '\nendobj\n')
}

export function buildPdf({ objects, style = 'table', trailer = '', header = '%PDF-1.7\n' }: PdfPlan): Buffer {
  const writing: Writing = { parts: [], length: 0, offsets: new Map() }
  push(writing, header)
  const numbers = Object.keys(objects).map(Number)
  // Only dictionaries may be packed into an object stream; a hybrid file hides the last of them from old readers.
  const packable = numbers.filter((num) => typeof objects[num] === 'string')
  const packed = style === 'object_streams' ? packable : style === 'hybrid' ? packable.slice(-1) : []
  for (const num of numbers) if (!packed.includes(num)) pushObject(writing, num, objects[num] ?? 'null')
  const size = Math.max(...numbers) + 1
  const container = packed.length > 0 ? size : undefined
  if (container !== undefined)
    pushObject(writing, container, objectStream(packed.map((num) => [num, String(objects[num])])))
  const root = `/Root 1 0 R${trailer}`
  if (style === 'table') pushTable(writing, size, root)
  else {
    const start = writing.length
    pushXrefStream(writing, (container ?? size - 1) + 1, packed, container, root)
    if (style === 'hybrid') pushTable(writing, size, `${root}/XRefStm ${start}`, packed)
    else push(writing, `startxref\n${start}\n%%EOF\n`)
  }
  return Buffer.concat(writing.parts)
}

function objectStream(objects: readonly (readonly [number, string])[]): Buffer {
  let offset = 0
  const index = objects.map(([num, body]) => {
    const entry = `${num} ${offset}`
    offset += body.length + 1
    return entry
  })
  const head = `${index.join(' ')} `
  const data = zlib.deflateSync(Buffer.from(head + objects.map(([, body]) => `${body}\n`).join(''), 'latin1'))
  return streamObject(data, `/Type/ObjStm/N ${objects.length}/First ${head.length}/Filter/FlateDecode`)
}

/** An old reader finds hidden objects nowhere; only a newer one looks into the cross-reference stream. */
function pushTable(writing: Writing, size: number, trailer: string, hidden: readonly number[] = []): void {
  const start = writing.length
  push(writing, 'xref\n0 1\n0000000000 65535 f \n')
  for (let num = 1; num < size; num++) {
    if (hidden.includes(num)) continue
    const offset = writing.offsets.get(num)
    push(
      writing,
      `${num} 1\n${String(offset ?? 0).padStart(10, '0')} 00000 ${offset === undefined ? 'f' : 'n'} \n`,
    )
  }
  push(writing, `trailer\n<</Size ${size}${trailer}>>\nstartxref\n${start}\n%%EOF\n`)
}

function pushXrefStream(
  writing: Writing,
  own: number,
  packed: readonly number[],
  container: number | undefined,
  trailer: string,
): void {
  writing.offsets.set(own, writing.length)
  const rows = Array.from({ length: own + 1 }, (_, num) => {
    const row = Buffer.alloc(7)
    const index = packed.indexOf(num)
    const offset = writing.offsets.get(num)
    if (index >= 0) {
      row.writeUInt8(2, 0)
      row.writeUInt32BE(container ?? 0, 1)
      row.writeUInt16BE(index, 5)
    } else if (offset !== undefined) {
      row.writeUInt8(1, 0)
      row.writeUInt32BE(offset, 1)
    }
    return row
  })
  const data = zlib.deflateSync(withUpPredictor(rows))
  const parameters = '/DecodeParms<</Predictor 12/Columns 7>>'
  const entries = `/Type/XRef/Size ${own + 1}/W[1 4 2]/Filter/FlateDecode${parameters}${trailer}`
  pushObject(writing, own, streamObject(data, entries))
}

function withUpPredictor(rows: readonly Buffer[]): Buffer {
  return Buffer.concat(
    rows.flatMap((row, i) => [
      Buffer.from([2]),
      Buffer.from(row.map((byte, at) => byte - (rows[i - 1]?.[at] ?? 0))),
    ]),
  )
}

export interface SimplePdf {
  readonly pages?: number
  readonly style?: XrefStyle
  /** More entries of every page. */
  readonly page?: string
  /** More entries of the catalogue. */
  readonly catalog?: string
  /** More objects, from 100 on. */
  readonly objects?: Record<number, string | Buffer>
  readonly trailer?: string
}

/** A file of pages of 300 by 200 points, each with some text. */
export function aPdf({
  pages = 1,
  style,
  page = '',
  catalog = '',
  objects = {},
  trailer,
}: SimplePdf = {}): Buffer {
  const kids = Array.from({ length: pages }, (_, i) => 10 + i)
  return buildPdf({
    ...(style ? { style } : {}),
    ...(trailer ? { trailer } : {}),
    objects: {
      1: `<</Type/Catalog/Pages 2 0 R${catalog}>>`,
      2: `<</Type/Pages/Count ${pages}/Kids[${kids.map((num) => `${num} 0 R`).join(' ')}]/MediaBox[0 0 300 200]>>`,
      3: streamObject('BT /F 12 Tf 20 100 Td (Agreement) Tj ET'),
      4: '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
      ...Object.fromEntries(
        kids.map((num) => [
          num,
          `<</Type/Page/Parent 2 0 R/Contents 3 0 R/Resources<</Font<</F 4 0 R>>>>${page}>>`,
        ]),
      ),
      ...objects,
    },
  })
}

/** Appends a revision of objects as they are given, in a classic table: what an attacker or another product would. */
export function appendRevision(
  base: Uint8Array,
  objects: Record<number, string | Buffer>,
  trailer = '',
): Buffer {
  const text = Buffer.from(base).toString('latin1')
  const previous = /startxref\s+(\d+)\s+%%EOF\s*$/.exec(text)?.[1] ?? '0'
  const root = /\/Root (\d+ \d+ R)/.exec(text)?.[1] ?? '1 0 R'
  const writing: Writing = { parts: [Buffer.from(base)], length: base.length, offsets: new Map() }
  for (const [num, body] of Object.entries(objects)) pushObject(writing, Number(num), body)
  const start = writing.length
  push(writing, 'xref\n')
  for (const [num, offset] of writing.offsets)
    push(writing, `${num} 1\n${String(offset).padStart(10, '0')} 00000 n \n`)
  const sizes = [...text.matchAll(/\/Size (\d+)/g)].map(([, size]) => Number(size))
  const size = Math.max(1001, ...sizes, ...[...writing.offsets.keys()].map((num) => num + 1))
  push(
    writing,
    `trailer\n<</Size ${size}/Prev ${previous}/Root ${root}${trailer}>>\nstartxref\n${start}\n%%EOF\n`,
  )
  return Buffer.concat(writing.parts)
}
