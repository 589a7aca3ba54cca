import zlib from 'node:zlib'
import { expect, test } from 'vitest'
import { inspect } from '../inspect.ts'
import { aPdf, buildPdf, streamObject } from '../testing/pdf-builder.ts'

const repeated = (count: number, one: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => one(index)).join('')

const copies = (count: number, body: string): string[] => Array.from({ length: count }, () => body)

const file = (text: string): Buffer => Buffer.from(`%PDF-1.7\n${text}`, 'latin1')

/** A sound file whose objects from 100 on are as they are given. */
const sound = (catalog: string, objects: readonly string[]): Buffer =>
  aPdf({ catalog, objects: Object.fromEntries(objects.map((body, index) => [100 + index, body])) })

const listOf = (count: number, from = 100): string =>
  `[${repeated(count, (index) => `${from + index} 0 R `)}]`

/** An object stream of form fields; the cross-reference says of each that it is the first. */
function wronglyIndexed(count: number): Buffer {
  const first = 10
  const head = repeated(count, (i) => `${first + i} ${i * 5} `)
  const packed = zlib.deflateSync(head + '<<>> '.repeat(count))
  const bodies = [
    `<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields${listOf(count, first)}>>>>`,
    '<</Type/Pages/Count 1/Kids[3 0 R]>>',
    '<</Type/Page>>',
    streamObject(packed, `/Type/ObjStm/First ${head.length}/N ${count}/Filter/FlateDecode`),
  ]
  let text = '%PDF-1.7\n'
  const rows = [Buffer.alloc(6)]
  for (const [index, body] of bodies.entries()) {
    rows.push(Buffer.from([1, ...bytesOf(text.length), 0]))
    text += `${index + 1} 0 obj${body.toString('latin1')}endobj `
  }
  for (let i = 0; i < count; i++) rows.push(Buffer.from([2, ...bytesOf(4), 0]))
  const index = `[0 5 ${first} ${count}]`
  const table = streamObject(Buffer.concat(rows), `/Type/XRef/Root 1 0 R/W[1 4 1]/Size 99999/Index${index}`)
  return Buffer.from(`${text}9 0 obj${table.toString('latin1')}endobj startxref\n${text.length}`, 'latin1')
}

function bytesOf(value: number): number[] {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return [...bytes]
}

const hostile: Record<string, (count: number) => Buffer> = {
  'streams that are never closed': (count) =>
    file(repeated(count, (i) => `${i + 1} 0 obj<</Length 10>>stream\n`)),
  'strings that are never closed': (count) => file(repeated(count, (i) => `${i + 1} 0 obj(`)),
  'hexadecimal strings that are never closed': (count) => file(repeated(count, (i) => `${i + 1} 0 obj<`)),
  'objects that begin in a comment': (count) => file(repeated(count, (i) => `${i + 1} 0 obj%`)),
  'objects that share one long array': (count) =>
    file(`${repeated(count, (i) => `${i + 1} 0 obj%`)}\n[${'1 '.repeat(count)}]`),
  'trailers that are never closed': (count) => file('trailer('.repeat(count)),
  'object streams that overlap': (count) =>
    file(
      `${repeated(count, (i) => `${i + 1} 0 obj<</Type/ObjStm/Filter/AHx/N 1/First 5>>stream\n`)}  endstream`,
    ),
  'cross-reference tables of a range for each object': (count) =>
    sound(`/AcroForm<</Fields${listOf(count)}>>`, copies(count, '<</T()>>')),
  'cross-reference sections that overlap': (count) =>
    file(`${'xref%'.repeat(count / 8)}\n0 ${count}\n${'1 0 n '.repeat(count)}trailer<</Prev 9>>startxref\n9`),
  'packed objects whose places are listed wrongly': wronglyIndexed,
  'form fields of one name': (count) =>
    sound(`/AcroForm<</Fields${listOf(count)}>>`, copies(count, '<</FT/Sig/T(a)>>')),
  'form fields that share a list of kids': (count) =>
    sound(`/AcroForm<</Fields${listOf(count, 101)}>>`, [
      `[${'<<>>'.repeat(count)}]`,
      ...copies(count, '<</T(a)/Kids 100 0 R>>'),
    ]),
  'inner nodes of the page tree that share a list of kids': (count) =>
    buildPdf({
      objects: {
        1: '<</Type/Catalog/Pages 2 0 R>>',
        2: `<</Type/Pages/Count 1/Kids${listOf(count)}>>`,
        3: `[${'9 0 R '.repeat(count)}]`,
        ...Object.fromEntries(
          Array.from({ length: count }, (_, i) => [100 + i, '<</Type/Pages/Kids 3 0 R/Count 1>>']),
        ),
      },
    }),
  'pages that share a list of annotations': (count) =>
    aPdf({
      pages: count,
      page: '/Annots 90000 0 R',
      objects: { 90000: `[${'<</A<<>>>>'.repeat(count)}]` },
    }),
  'name tree nodes that share a list of names': (count) =>
    sound(`/Names<</EmbeddedFiles<</Kids${listOf(count, 101)}>>>>`, [
      `[${'(a)<<>>'.repeat(count)}]`,
      ...copies(count, '<</Names 100 0 R>>'),
    ]),
  'references to an object that cannot be read': (count) =>
    sound(`/Names<</EmbeddedFiles<</Names 101 0 R>>>>`, [
      `[${'1 '.repeat(count)}`,
      `[${'(a)100 0 R '.repeat(count)}]`,
    ]),
}

/** Processor time of reading the file, in milliseconds: the lesser of two, for the machine may be busy. */
function costOf(bytes: Buffer): number {
  const times = Array.from({ length: 2 }, () => {
    const before = process.cpuUsage()
    inspect(bytes)
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1000
  })
  return Math.min(...times)
}

// Doubled twice, the input takes four times as long; where time goes by the square, it is sixteen times.
test.each(Object.entries(hostile))('a file of %s takes time in proportion to its size', (_, build) => {
  const count = 2000
  costOf(build(count)) // compiled once
  expect(costOf(build(4 * count))).toBeLessThan(8 * costOf(build(count)) + 80)
})

test('lengths of streams that lead from one stream to the next are given up on', () => {
  const count = 20_000
  const streams = repeated(
    count,
    (i) => `${i + 10} 0 obj<</Length ${i + 11} 0 R>>stream\nx endstream endobj `,
  )
  const pages = '1 0 obj<</Type/Catalog/Pages 2 0 R/Names<</EmbeddedFiles<</Names[()10 0 R]>>>>>>endobj '
  const tree = '2 0 obj<</Type/Pages/Count 1/Kids[3 0 R]>>endobj 3 0 obj<</Type/Page>>endobj '
  expect(inspect(file(pages + tree + streams + 'trailer<</Root 1 0 R>>')).problem).toBe('too_complex')
})
