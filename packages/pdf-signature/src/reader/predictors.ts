import { PdfError } from '../pdf-error.ts'
import type { PdfDict } from './objects.ts'

/** Undoes the predictor named in the parameters, if any (ISO 32000-2 §7.4.4.4). */
export function undoPredictor(data: Uint8Array, parameters: PdfDict | undefined): Uint8Array {
  const predictor = parameter(parameters, 'Predictor', 1)
  if (predictor <= 1) return data
  const colors = parameter(parameters, 'Colors', 1)
  const bits = parameter(parameters, 'BitsPerComponent', 8)
  const columns = parameter(parameters, 'Columns', 1)
  const rowLength = Math.ceil((colors * bits * columns) / 8)
  const pixelLength = Math.max(1, Math.ceil((colors * bits) / 8))
  if (!(rowLength > 0 && rowLength <= 1 << 20))
    throw new PdfError('damaged', 'Predictor parameters make no sense')
  if (predictor !== 2) return undoPng(data, rowLength, pixelLength)
  if (bits !== 8) throw new PdfError('unsupported_filter', 'A TIFF predictor is supported for 8 bits only')
  return undoTiff(data, rowLength, colors)
}

function parameter(parameters: PdfDict | undefined, key: string, fallback: number): number {
  const value = parameters?.entries.get(key)
  return typeof value === 'number' && Number.isInteger(value) && value > 0 ? value : fallback
}

function undoTiff(data: Uint8Array, rowLength: number, colors: number): Uint8Array {
  const out = Uint8Array.from(data)
  for (let row = 0; row < out.length; row += rowLength) {
    const end = Math.min(row + rowLength, out.length)
    for (let i = row + colors; i < end; i++) out[i] = ((out[i] ?? 0) + (out[i - colors] ?? 0)) & 0xff
  }
  return out
}

/** Undoes the row filters of PNG, which PDF shares; lengths in bytes. */
export function undoPng(data: Uint8Array, rowLength: number, pixelLength: number): Uint8Array {
  const rows = Math.ceil(data.length / (rowLength + 1))
  const out = new Uint8Array(rows * rowLength)
  let written = 0
  for (let row = 0; row < rows; row++) {
    const from = row * (rowLength + 1)
    const kind = data[from] ?? 0
    const start = row * rowLength
    const count = Math.min(rowLength, data.length - from - 1)
    for (let i = 0; i < count; i++) {
      const left = i >= pixelLength ? (out[start + i - pixelLength] ?? 0) : 0
      const up = row > 0 ? (out[start + i - rowLength] ?? 0) : 0
      const upLeft = row > 0 && i >= pixelLength ? (out[start + i - rowLength - pixelLength] ?? 0) : 0
      out[start + i] = ((data[from + 1 + i] ?? 0) + predict(kind, left, up, upLeft)) & 0xff
    }
    written = start + count
  }
  return written === out.length ? out : out.subarray(0, Math.max(0, written))
}

/** The PNG filters: none, sub, up, average, Paeth. */
function predict(kind: number, left: number, up: number, upLeft: number): number {
  switch (kind) {
    case 1:
      return left
    case 2:
      return up
    case 3:
      return (left + up) >> 1
    case 4: {
      const byLeft = Math.abs(up - upLeft)
      const byUp = Math.abs(left - upLeft)
      const byUpLeft = Math.abs(left + up - 2 * upLeft)
      if (byLeft <= byUp && byLeft <= byUpLeft) return left
      return byUp <= byUpLeft ? up : upLeft
    }
    default:
      return 0
  }
}
