import { PdfError } from '../pdf-error.ts'

const CLEAR = 256
const END = 257

/** ISO 32000-2 §7.4.4. Throws `too_complex` when the result would exceed `cap` bytes. */
export function lzwDecode(data: Uint8Array, earlyChange: boolean, cap: number): Uint8Array {
  const prefix = new Uint16Array(4097)
  const suffix = new Uint8Array(4097)
  const lengths = new Uint16Array(4097).fill(1, 0, 256)
  for (let i = 0; i < 256; i++) suffix[i] = i
  let out = new Uint8Array(Math.min(cap, Math.max(1024, data.length * 4)))
  let size = 0
  let next = 258
  let width = 9
  let previous = -1
  let bits = 0
  let bitCount = 0
  for (const byte of data) {
    bits = (bits << 8) | byte
    bitCount += 8
    if (bitCount < width) continue
    bitCount -= width
    const code = (bits >>> bitCount) & ((1 << width) - 1)
    bits &= (1 << bitCount) - 1
    if (code === END) break
    if (code === CLEAR) {
      next = 258
      width = 9
      previous = -1
      continue
    }
    if (code > next || (code === next && previous < 0))
      throw new PdfError('damaged', 'An LZW stream is damaged')
    const known = code < next
    const length = known ? (lengths[code] ?? 0) : (lengths[previous] ?? 0) + 1
    if (size + length > cap) throw new PdfError('too_complex', 'A stream inflates to too much')
    if (size + length > out.length) {
      const larger = new Uint8Array(Math.min(cap, (size + length) * 2))
      larger.set(out)
      out = larger
    }
    // Codes are chains from the last byte to the first: written backwards.
    let at = size + length - 1
    let link = known ? code : previous
    if (!known) at--
    for (; at >= size; at--) {
      out[at] = suffix[link] ?? 0
      link = prefix[link] ?? 0
    }
    if (!known) out[size + length - 1] = out[size] ?? 0
    if (previous >= 0 && next < 4096) {
      prefix[next] = previous
      suffix[next] = out[size] ?? 0
      lengths[next] = (lengths[previous] ?? 0) + 1
      next++
    }
    size += length
    previous = code
    const threshold = next + (earlyChange ? 1 : 0)
    width = threshold >= 2048 ? 12 : threshold >= 1024 ? 11 : threshold >= 512 ? 10 : 9
  }
  return out.slice(0, size)
}
