import zlib from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { readJpegHeader } from './jpeg.ts'
import { decodePng } from './png.ts'

interface Plan {
  readonly width: number
  readonly height: number
  readonly depth: number
  readonly colorType: number
  /** Rows with their filter byte. */
  readonly rows: readonly number[]
  readonly palette?: readonly number[]
  readonly transparency?: readonly number[]
  readonly interlaced?: boolean
}

function chunk(type: string, data: Uint8Array): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  return Buffer.concat([length, Buffer.from(type), data, Buffer.alloc(4)])
}

function aPng({
  width,
  height,
  depth,
  colorType,
  rows,
  palette,
  transparency,
  interlaced = false,
}: Plan): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([depth, colorType, 0, 0, interlaced ? 1 : 0], 8)
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    ...(palette ? [chunk('PLTE', Buffer.from(palette))] : []),
    ...(transparency ? [chunk('tRNS', Buffer.from(transparency))] : []),
    chunk('IDAT', zlib.deflateSync(Buffer.from(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

describe('a PNG is decoded', () => {
  test('with colours and alpha, apart', () => {
    const image = decodePng(
      aPng({ width: 2, height: 1, depth: 8, colorType: 6, rows: [0, 1, 2, 3, 255, 4, 5, 6, 0] }),
    )
    expect([[...image.color], [...(image.alpha ?? [])]]).toEqual([
      [1, 2, 3, 4, 5, 6],
      [255, 0],
    ])
  })

  test('in grey of one bit, without alpha', () => {
    const image = decodePng(aPng({ width: 3, height: 1, depth: 1, colorType: 0, rows: [0, 0b10100000] }))
    expect([[...image.color], image.alpha]).toEqual([[255, 0, 255], undefined])
  })

  test('in grey of sixteen bits, rows filtered', () => {
    const image = decodePng(aPng({ width: 2, height: 1, depth: 16, colorType: 0, rows: [1, 10, 0, 20, 0] }))
    expect([...image.color]).toEqual([10, 30])
  })

  test('from a palette with transparent colours', () => {
    const plan = { width: 2, height: 1, depth: 4, colorType: 3, rows: [0, 0x01] }
    const image = decodePng(aPng({ ...plan, palette: [9, 8, 7, 6, 5, 4], transparency: [0] }))
    expect([[...image.color], [...(image.alpha ?? [])]]).toEqual([
      [9, 8, 7, 6, 5, 4],
      [0, 255],
    ])
  })

  test.each([
    ['in grey', { depth: 8, colorType: 0, rows: [0, 7, 9], transparency: [0, 7] }, [7, 9]],
    ['in grey of four bits', { depth: 4, colorType: 0, rows: [0, 0x79], transparency: [0, 7] }, [119, 153]],
    [
      'in grey of sixteen bits, which differ in the last ones alone',
      { depth: 16, colorType: 0, rows: [0, 5, 1, 5, 2], transparency: [5, 1] },
      [5, 5],
    ],
    [
      'in colours',
      { depth: 8, colorType: 2, rows: [0, 1, 2, 3, 1, 2, 4], transparency: [0, 1, 0, 2, 0, 3] },
      [1, 2, 3, 1, 2, 4],
    ],
  ])('with one colour that is transparent, %s', (_, plan, color) => {
    const image = decodePng(aPng({ width: 2, height: 1, ...plan }))
    expect([[...image.color], [...(image.alpha ?? [])]]).toEqual([color, [0, 255]])
  })
})

describe('a PNG is refused', () => {
  const plain = { width: 1, height: 1, depth: 8, colorType: 0, rows: [0, 1] }
  test.each([
    ['interlaced', aPng({ ...plain, interlaced: true })],
    ['of too many pixels', aPng({ ...plain, width: 60_000, height: 60_000 })],
    ['of no pixels', aPng({ ...plain, width: 0 })],
    ['with too little data', aPng({ ...plain, height: 5 })],
    ['with far too much data', aPng({ ...plain, rows: Array<number>(5000).fill(0) })],
    ['cut short', aPng(plain).subarray(0, 50)],
    ['with half a transparent colour', aPng({ ...plain, transparency: [0] })],
    ['without a palette', aPng({ ...plain, colorType: 3 })],
  ])('%s', (_, bytes) => {
    expect(() => decodePng(bytes)).toThrow(expect.objectContaining({ code: 'image_invalid' }))
  })
})

describe('a JPEG', () => {
  const frame = (components: number) => Buffer.from([0xff, 0xc2, 0, 11, 8, 0, 20, 0, 30, components, 0, 0, 0])
  const start = Buffer.from([0xff, 0xd8])
  const adobe = Buffer.concat([Buffer.from([0xff, 0xee, 0, 7]), Buffer.from('Adobe')])

  test('tells its size and colours', () => {
    expect(readJpegHeader(Buffer.concat([start, frame(3)]))).toEqual({
      width: 30,
      height: 20,
      components: 3,
      inverted: false,
    })
  })

  test('of four colours by Adobe is inverted', () => {
    expect(readJpegHeader(Buffer.concat([start, adobe, frame(4)])).inverted).toBe(true)
  })

  test.each([
    ['without a frame', start],
    ['of two colours', Buffer.concat([start, frame(2)])],
  ])('%s is refused', (_, bytes) => {
    expect(() => readJpegHeader(bytes)).toThrow(expect.objectContaining({ code: 'image_invalid' }))
  })
})
