import zlib from 'node:zlib'
import { PdfError } from '../pdf-error.ts'
import { undoPng } from '../reader/predictors.ts'

/** Pixels as rows of 8-bit samples, alpha apart. */
export interface Pixels {
  readonly width: number
  readonly height: number
  readonly components: 1 | 3
  readonly color: Uint8Array
  /** Undefined when every pixel is opaque. */
  readonly alpha?: Uint8Array
}

export const MAX_PIXELS = 8_000_000

const signature = '89504e470d0a1a0a'

export const isPng = (bytes: Uint8Array): boolean =>
  Buffer.from(bytes.subarray(0, 8)).toString('hex') === signature

interface Header {
  readonly width: number
  readonly height: number
  readonly depth: number
  readonly colorType: number
}

const channelsOf: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }

/** Decodes a PNG (ISO/IEC 15948) without interlacing. Throws `image_invalid`. */
export function decodePng(bytes: Uint8Array): Pixels {
  const chunks = readChunks(bytes)
  const header = readHeader(chunks.find(({ type }) => type === 'IHDR')?.data)
  const channels = channelsOf[header.colorType] ?? 1
  const rowLength = Math.ceil((header.width * channels * header.depth) / 8)
  const packed = inflate(chunks, (rowLength + 1) * header.height)
  const rows =
    unfiltered(packed, rowLength) ?? undoPng(packed, rowLength, Math.max(1, (channels * header.depth) >> 3))
  const samples = toBytes(rows, header, channels, rowLength)
  const transparency = chunks.find(({ type }) => type === 'tRNS')?.data
  if (header.colorType === 3) {
    return fromPalette(header, samples, chunks.find(({ type }) => type === 'PLTE')?.data, transparency)
  }
  if (transparency && (header.colorType === 0 || header.colorType === 2))
    return withoutColour(header, samples, rows, rowLength, transparency)
  return splitAlpha(header, samples, channels)
}

interface Chunk {
  readonly type: string
  readonly data: Uint8Array
}

function readChunks(bytes: Uint8Array): Chunk[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const chunks: Chunk[] = []
  for (let at = 8; at + 12 <= bytes.length;) {
    const length = view.getUint32(at)
    const type = Buffer.from(bytes.subarray(at + 4, at + 8)).toString('latin1')
    if (at + 12 + length > bytes.length) throw new PdfError('image_invalid', 'The PNG is cut short')
    chunks.push({ type, data: bytes.subarray(at + 8, at + 8 + length) })
    if (type === 'IEND') break
    at += 12 + length
  }
  return chunks
}

function readHeader(data: Uint8Array | undefined): Header {
  if (!data || data.length < 13) throw new PdfError('image_invalid', 'The PNG has no header')
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  const header = {
    width: view.getUint32(0),
    height: view.getUint32(4),
    depth: view.getUint8(8),
    colorType: view.getUint8(9),
  }
  if (view.getUint8(12) !== 0) throw new PdfError('image_invalid', 'An interlaced PNG is not supported')
  const isKnown = channelsOf[header.colorType] !== undefined && [1, 2, 4, 8, 16].includes(header.depth)
  if (!isKnown || header.width === 0 || header.height === 0 || header.width * header.height > MAX_PIXELS) {
    throw new PdfError('image_invalid', 'The PNG has an unknown format or too many pixels')
  }
  return header
}

function inflate(chunks: readonly Chunk[], expected: number): Uint8Array {
  const data = Buffer.concat(chunks.filter(({ type }) => type === 'IDAT').map((chunk) => chunk.data))
  try {
    const rows = zlib.inflateSync(data, { maxOutputLength: expected })
    if (rows.length === expected) return rows
  } catch {
    // falls through: whatever zlib has against it, the image is no good
  }
  throw new PdfError('image_invalid', 'The pixels of the PNG do not decode')
}

/** The rows without their filter bytes, where none of them is filtered: that takes no work on every byte. */
function unfiltered(packed: Uint8Array, rowLength: number): Uint8Array | undefined {
  const count = packed.length / (rowLength + 1)
  for (let row = 0; row < count; row++) if (packed[row * (rowLength + 1)] !== 0) return undefined
  const rows = new Uint8Array(count * rowLength)
  for (let row = 0; row < count; row++) {
    const from = row * (rowLength + 1) + 1
    rows.set(packed.subarray(from, from + rowLength), row * rowLength)
  }
  return rows
}

/** Samples of any depth as bytes; palette indices stay what they are, grey levels are stretched. */
function toBytes(rows: Uint8Array, header: Header, channels: number, rowLength: number): Uint8Array {
  const { depth, width, height, colorType } = header
  if (depth === 8) return rows
  const perRow = width * channels
  const out = new Uint8Array(perRow * height)
  const scale = colorType === 3 ? 1 : 255 / (2 ** depth - 1)
  for (let row = 0; row < height; row++) {
    for (let i = 0; i < perRow; i++) {
      const bit = i * depth
      const byte = rows[row * rowLength + (bit >> 3)] ?? 0
      const value = depth === 16 ? byte : ((byte >> (8 - depth - (bit & 7))) & (2 ** depth - 1)) * scale
      out[row * perRow + i] = value
    }
  }
  return out
}

function fromPalette(
  { width, height }: Header,
  indices: Uint8Array,
  palette: Uint8Array | undefined,
  transparency: Uint8Array | undefined,
): Pixels {
  if (!palette) throw new PdfError('image_invalid', 'The PNG has no palette')
  const count = width * height
  const color = new Uint8Array(count * 3)
  const alpha = transparency && new Uint8Array(count)
  for (let i = 0; i < count; i++) {
    const index = indices[i] ?? 0
    for (let c = 0; c < 3; c++) color[i * 3 + c] = palette[index * 3 + c] ?? 0
    if (alpha) alpha[i] = transparency[index] ?? 255
  }
  return { width, height, components: 3, color, ...(alpha ? { alpha } : {}) }
}

function splitAlpha({ width, height }: Header, samples: Uint8Array, channels: number): Pixels {
  const components = channels >= 3 ? 3 : 1
  if (channels === components) return { width, height, components, color: samples }
  const count = width * height
  const color = new Uint8Array(count * components)
  const alpha = new Uint8Array(count)
  if (components === 3) {
    for (let i = 0, from = 0, to = 0; i < count; i++, from += 4, to += 3) {
      color[to] = samples[from] ?? 0
      color[to + 1] = samples[from + 1] ?? 0
      color[to + 2] = samples[from + 2] ?? 0
      alpha[i] = samples[from + 3] ?? 255
    }
  } else {
    for (let i = 0; i < count; i++) {
      color[i] = samples[i * 2] ?? 0
      alpha[i] = samples[i * 2 + 1] ?? 255
    }
  }
  return { width, height, components, color, alpha }
}

/** One colour of an image without alpha stands for no colour, compared in all of its bits (ISO/IEC 15948 §11.3.2.1, tRNS). */
function withoutColour(
  { width, height, depth, colorType }: Header,
  samples: Uint8Array,
  rows: Uint8Array,
  rowLength: number,
  transparency: Uint8Array,
): Pixels {
  const components = colorType === 2 ? 3 : 1
  if (transparency.length !== components * 2)
    throw new PdfError('image_invalid', 'The transparent colour of the PNG is damaged')
  const view = new DataView(transparency.buffer, transparency.byteOffset, transparency.byteLength)
  const key = Array.from({ length: components }, (_, part) => view.getUint16(part * 2))
  const perRow = width * components
  const sampleAt = (at: number): number => {
    const [start, index] = [Math.floor(at / perRow) * rowLength, at % perRow]
    if (depth === 16) return (rows[start + index * 2] ?? 0) * 256 + (rows[start + index * 2 + 1] ?? 0)
    const bit = index * depth
    return ((rows[start + (bit >> 3)] ?? 0) >> (8 - depth - (bit & 7))) & (2 ** depth - 1)
  }
  const alpha = Uint8Array.from({ length: width * height }, (_, pixel) =>
    key.every((part, index) => sampleAt(pixel * components + index) === part) ? 0 : 255,
  )
  return { width, height, components, color: samples, alpha }
}
