/**
 * An image as WebP Lossless describes it (RFC 9649 §3.6.2): pixels, and copies of pixels that came before. A pixel is
 * its RGBX value; a copy is two entries, its length with the highest bit set and the distance code.
 */
export interface Tokens {
  readonly entries: Uint32Array
  readonly count: number
}

export const copyMark = 0x80_00_00_00
const pixelMask = 0x00_ff_ff_ff
const longestCopy = 4096
/** Short codes for the two neighbours a copy usually comes from (RFC 9649 §3.6.2.2: the pixel above is 1, the one to the left 2). */
const above = 1
const left = 2
const farAway = 120
const farMinimum = 6
/** The largest distance there is a symbol for. */
const farthest = 1024 * 1024 - farAway
const hashBits = 14

/** Null where it takes more than `limit` entries: too much of the image is like nothing before it. */
export function tokenise(pixels: Uint32Array, width: number, limit: number): Tokens | null {
  const entries = new Uint32Array(limit + 2)
  const seen = new Int32Array(1 << hashBits)
  const end = pixels.length
  let count = 0
  for (let at = 0; at < end;) {
    if (count >= limit) return null
    const most = Math.min(longestCopy, end - at)
    let length = at >= width ? same(pixels, at, at - width, most) : 0
    let distance = above
    if (length < 32 && at > 0) {
      const run = same(pixels, at, at - 1, most)
      if (run > length) [length, distance] = [run, left]
    }
    if (length < farMinimum && at + farMinimum < end) {
      const slot = hash(pixels, at)
      const candidate = (seen[slot] ?? 0) - 1
      seen[slot] = at + 1
      if (candidate >= 0 && at - candidate <= farthest) {
        const far = same(pixels, at, candidate, most)
        if (far >= farMinimum && far > length + 4) [length, distance] = [far, at - candidate + farAway]
      }
    }
    if (length > 1) {
      entries[count++] = copyMark + length
      entries[count++] = distance
      at += length
    } else entries[count++] = (pixels[at++] ?? 0) & pixelMask
  }
  return { entries, count }
}

/** How many pixels from `at` on are the same as those from `from` on. */
function same(pixels: Uint32Array, at: number, from: number, most: number): number {
  let length = 0
  while (length < most && pixels[at + length] === pixels[from + length]) length += 1
  return length
}

function hash(pixels: Uint32Array, at: number): number {
  const mixed =
    Math.imul(pixels[at] ?? 0, 0x9e_37_79_b1) ^
    Math.imul(pixels[at + 1] ?? 0, 0x85_eb_ca_77) ^
    Math.imul(pixels[at + 2] ?? 0, 0xc2_b2_ae_3d) ^
    Math.imul(pixels[at + 3] ?? 0, 0x27_d4_eb_2f)
  return Math.imul(mixed ^ (mixed >>> 15), 0x2c_1b_3c_6d) >>> (32 - hashBits)
}
