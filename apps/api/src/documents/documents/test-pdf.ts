export interface TestPage {
  readonly mediaBox?: readonly [number, number, number, number]
  readonly cropBox?: readonly [number, number, number, number]
  readonly rotate?: number
  readonly userUnit?: number
  /** References, such as `100 0 R`. */
  readonly annots?: string
  /** The page's content stream. */
  readonly content?: string
}

export interface TestPdfOptions {
  readonly pages?: readonly TestPage[]
  /** Further objects, numbered from 100 in this order. */
  readonly more?: readonly string[]
  readonly catalog?: string
}

/** A PDF for tests, with Helvetica as /F1 and the object 100 as the XObject /X0. */
export function testPdf({ pages = [{}], more = [], catalog = '' }: TestPdfOptions = {}): Buffer {
  const objects = new Map<number, string>()
  const kids = pages.map((_, index) => `${10 + index * 2} 0 R`).join(' ')
  objects.set(1, `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`)
  objects.set(2, `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`)
  objects.set(3, '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>')
  for (const [index, page] of pages.entries()) {
    objects.set(10 + index * 2, pageObject(page, 11 + index * 2))
    const content = page.content ?? ''
    objects.set(11 + index * 2, `<< /Length ${content.length} >>\nstream\n${content}\nendstream`)
  }
  for (const [index, object] of more.entries()) objects.set(100 + index, object)
  return write(objects)
}

function pageObject(page: TestPage, content: number): string {
  const box = (name: string, values?: readonly number[]) => (values ? `/${name} [${values.join(' ')}]` : '')
  return [
    '<< /Type /Page /Parent 2 0 R',
    box('MediaBox', page.mediaBox ?? [0, 0, 600, 800]),
    box('CropBox', page.cropBox),
    page.rotate === undefined ? '' : `/Rotate ${page.rotate}`,
    page.userUnit === undefined ? '' : `/UserUnit ${page.userUnit}`,
    page.annots === undefined ? '' : `/Annots [${page.annots}]`,
    `/Contents ${content} 0 R /Resources << /Font << /F1 3 0 R >> /XObject << /X0 100 0 R >> >> >>`,
  ].join(' ')
}

function write(objects: ReadonlyMap<number, string>): Buffer {
  let file = '%PDF-1.7\n'
  const offsets = new Map<number, number>()
  for (const [number, object] of objects) {
    offsets.set(number, file.length)
    file += `${number} 0 obj\n${object}\nendobj\n`
  }
  const start = file.length
  const sections = [...offsets].map(
    ([number, offset]) => `${number} 1\n${String(offset).padStart(10, '0')} 00000 n \n`,
  )
  const size = Math.max(...objects.keys()) + 1
  file += `xref\n0 1\n0000000000 65535 f \n${sections.join('')}`
  file += `trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`
  return Buffer.from(file, 'latin1')
}

/** The same file with a cross-reference that leads nowhere. */
export function withBrokenXref(pdf: Buffer): Buffer {
  return Buffer.from(pdf.toString('latin1').replace(/startxref\n\d+/, 'startxref\n7'), 'latin1')
}
