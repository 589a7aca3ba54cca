import sharp, { type Sharp } from 'sharp'

// Pictures made for the tests: pen on paper, as it was drawn, scanned or photographed.

interface Strokes {
  readonly width?: number
  readonly height?: number
  readonly ink?: string
  /** SVG behind the strokes: the paper; none is transparent. */
  readonly paper?: string
}

const light = `<defs><linearGradient id="light" x1="0" y1="0" x2="1" y2="0.7">
  <stop offset="0" stop-color="#f6f1e4"/><stop offset="1" stop-color="#7d776b"/></linearGradient></defs>`
/** Paper in a light that falls from one side. */
export const unevenPaper = `${light}<rect width="100%" height="100%" fill="url(#light)"/>`
export const whitePaper = '<rect width="100%" height="100%" fill="#fff"/>'

/** A pen's stroke across the middle of the sheet: from 25 to 75 % of its width, 35 to 65 % of its height. */
export function strokes({ width = 900, height = 500, ink = '#1b2a6b', paper = '' }: Strokes = {}): Sharp {
  const [x, y] = [(share: number) => width * share, (share: number) => height * share]
  const path =
    `M${x(0.26)},${y(0.6)} C${x(0.35)},${y(0.2)} ${x(0.42)},${y(0.9)} ${x(0.5)},${y(0.5)} ` +
    `S${x(0.62)},${y(0.3)} ${x(0.74)},${y(0.62)}`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${paper}
    <path d="${path}" fill="none" stroke="${ink}" stroke-width="${width / 110}" stroke-linecap="round"/></svg>`
  return sharp(Buffer.from(svg))
}

/** As a camera has it: with its grain, as JPEG. The grain is the same each time. */
export async function photograph(picture: Sharp, grain = 14): Promise<Buffer> {
  const { data, info } = await picture.removeAlpha().raw().toBuffer({ resolveWithObject: true })
  let state = 12_345
  const noisy = data.map((value) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.max(0, Math.min(255, value + (state / 2_147_483_648 - 0.5) * 2 * grain))
  })
  const { width, height } = info
  return sharp(noisy, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 82 })
    .toBuffer()
}

/** The header of a PNG that says it has so many pixels, and next to nothing of them. */
export async function bomb(width: number, height: number): Promise<Buffer> {
  const png = await sharp({ create: { width: 1, height: 1, channels: 3, background: '#000' } })
    .png()
    .toBuffer()
  const header = Buffer.from(png)
  header.writeUInt32BE(width, 16)
  header.writeUInt32BE(height, 20)
  const { crc32 } = await import('node:zlib')
  header.writeUInt32BE(crc32(header.subarray(12, 29)), 29)
  return header
}

export async function pixelsIn(png: Uint8Array) {
  const { data, info } = await sharp(png).raw().toBuffer({ resolveWithObject: true })
  const at = (x: number, y: number) => [
    ...data.subarray((y * info.width + x) * 4, (y * info.width + x) * 4 + 4),
  ]
  return { data, width: info.width, height: info.height, at }
}
