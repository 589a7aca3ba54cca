export interface EmbeddedImage {
  /** In pixels. */
  readonly width: number
  readonly height: number
  /** Components of a pixel: 1 grey, 3 red, green and blue, of 8 bits each. */
  readonly colours: number
  /** The stream's filter, with its parameters, as PDF has it. */
  readonly filter: string
  readonly data: Uint8Array
}

// A4 in points, and the largest a pixel is shown: 96 to the inch.
const shortSide = 595.276
const longSide = 841.89
const pointsPerPixel = 72 / 96

/** A PDF of one A4 page, upright or lying as the image is, with the image in its middle: as large as fits, never coarse. */
export function pdfOfImage(image: EmbeddedImage): Uint8Array<ArrayBuffer> {
  const lying = image.width > image.height
  const [pageWidth, pageHeight] = lying ? [longSide, shortSide] : [shortSide, longSide]
  const scale = Math.min(pageWidth / image.width, pageHeight / image.height, pointsPerPixel)
  const [width, height] = [image.width * scale, image.height * scale]
  const [x, y] = [(pageWidth - width) / 2, (pageHeight - height) / 2]
  const content = Buffer.from(
    `q ${number(width)} 0 0 ${number(height)} ${number(x)} ${number(y)} cm /Image Do Q\n`,
  )
  const space = image.colours === 1 ? '/DeviceGray' : '/DeviceRGB'
  const pixels = `/Width ${image.width} /Height ${image.height} /BitsPerComponent 8 /ColorSpace ${space}`
  return write([
    dictionary('/Type /Catalog /Pages 2 0 R'),
    dictionary('/Type /Pages /Kids [3 0 R] /Count 1'),
    dictionary(
      `/Type /Page /Parent 2 0 R /MediaBox [0 0 ${pageWidth} ${pageHeight}] /Contents 4 0 R ` +
        '/Resources << /XObject << /Image 5 0 R >> >>',
    ),
    stream('', content),
    stream(`/Type /XObject /Subtype /Image ${pixels} /Filter ${image.filter}`, image.data),
  ])
}

function number(value: number): string {
  return value.toFixed(3)
}

function dictionary(entries: string): Buffer {
  return Buffer.from(`<< ${entries} >>`)
}

function stream(entries: string, data: Uint8Array): Buffer {
  const head = Buffer.from(`<< ${entries} /Length ${data.byteLength} >>\nstream\n`)
  return Buffer.concat([head, data, Buffer.from('\nendstream')])
}

/** A file with these objects, numbered from 1; the first is the catalogue (ISO 32000-2 §7.5). */
function write(objects: readonly Buffer[]): Uint8Array<ArrayBuffer> {
  // Bytes above 127 in a comment: this is binary (§7.5.2).
  const parts = [Buffer.from('%PDF-1.7\n%\u00e2\u00e3\u00cf\u00d3\n', 'latin1')]
  let at = parts[0]?.length ?? 0
  const entries = ['0000000000 65535 f \n']
  for (const [index, object] of objects.entries()) {
    const whole = Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), object, Buffer.from('\nendobj\n')])
    entries.push(`${String(at).padStart(10, '0')} 00000 n \n`)
    parts.push(whole)
    at += whole.length
  }
  const size = objects.length + 1
  const trailer = `trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${at}\n%%EOF\n`
  parts.push(Buffer.from(`xref\n0 ${size}\n${entries.join('')}${trailer}`))
  return new Uint8Array(Buffer.concat(parts))
}
