export interface PdfShape {
  readonly pages?: number
  readonly title?: string
  /** [width, height] in points. */
  readonly size?: readonly [number, number]
  readonly rotate?: 0 | 90 | 180 | 270
  readonly cropBox?: readonly [number, number, number, number]
  /** Bytes of a stream that no page shows. */
  readonly ballast?: number
}

/** A small PDF with a line of text on each page, written by hand so that the tests know every byte of it. */
export function aPdf({
  pages = 1,
  title = 'Contract',
  size = [595, 842],
  rotate = 0,
  cropBox,
  ballast = 0,
}: PdfShape = {}): Buffer {
  const objects: string[] = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '',
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  ]
  const kids: string[] = []
  for (let n = 1; n <= pages; n += 1) {
    const content = `BT /F 18 Tf 72 ${size[1] - 100} Td (${title}, page ${n}) Tj ET`
    objects.push(`<</Length ${content.length}>>\nstream\n${content}\nendstream`)
    kids.push(`${objects.length + 1} 0 R`)
    const crop = cropBox ? `/CropBox[${cropBox.join(' ')}]` : ''
    objects.push(
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${size.join(' ')}]${crop}/Rotate ${rotate}` +
        `/Resources<</Font<</F 3 0 R>>>>/Contents ${objects.length} 0 R>>`,
    )
  }
  objects[1] = `<</Type/Pages/Count ${pages}/Kids[${kids.join(' ')}]>>`
  if (ballast > 0) objects.push(`<</Length ${ballast}>>\nstream\n${'0'.repeat(ballast)}\nendstream`)
  let file = '%PDF-1.7\n%\u00E2\u00E3\u00CF\u00D3\n'
  const offsets = objects.map((object, index) => {
    const at = file.length
    file += `${index + 1} 0 obj\n${object}\nendobj\n`
    return at
  })
  const start = file.length
  const rows = offsets.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('')
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}`
  file += `trailer\n<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${start}\n%%EOF\n`
  return Buffer.from(file, 'latin1')
}
