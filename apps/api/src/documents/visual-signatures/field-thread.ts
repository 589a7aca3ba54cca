import { shapeLine } from '@countersign/pdf-signature/appearance/shape-line.ts'
import { placeSignatureFields } from '@countersign/pdf-signature/place-fields.ts'
import { prepareSignature } from '@countersign/pdf-signature/prepare.ts'
import { loadAppearanceFonts } from '#api/documents/appearance/appearance-fonts.ts'
import { Transferred } from '#api/platform/threads/transferred.ts'

export interface DrawField {
  /** In points. */
  readonly width: number
  readonly height: number
  readonly lines: readonly string[]
  /** PNG. */
  readonly image: Uint8Array | null
  readonly time: Date
}

/** For each text the characters that no font has. */
export async function findMissing(texts: readonly string[]): Promise<string[][]> {
  const fonts = await loadAppearanceFonts()
  return texts.map((text) => [...shapeLine(text, fonts).missing])
}

/**
 * A PDF whose one page is a signature field as the engine signs it, up to the signature itself: what is seen of it is
 * what will be seen in a document.
 */
export async function drawField({ width, height, lines, image, time }: DrawField) {
  const base = blankPage(width, height)
  const rect = { x: 0, y: 0, width, height }
  const fields = placeSignatureFields(base, [{ name: 'Preview', page: 0, rect }])
  const { tail } = prepareSignature([base, fields], {
    fieldName: 'Preview',
    signerName: '',
    time,
    contentsSize: 16,
    appearance: { lines, fonts: await loadAppearanceFonts(), ...(image ? { image } : {}) },
  })
  const pdf = new Uint8Array(Buffer.concat([base, fields, tail]))
  return new Transferred(pdf, [pdf.buffer])
}

/** A file of one empty page, in points (ISO 32000-2 §7.5). */
function blankPage(width: number, height: number): Buffer {
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${width} ${height}]/Resources<<>>>>`,
  ]
  let file = '%PDF-1.7\n'
  const offsets = objects.map((object, index) => {
    const at = file.length
    file += `${index + 1} 0 obj\n${object}\nendobj\n`
    return `${String(at).padStart(10, '0')} 00000 n \n`
  })
  const start = file.length
  file += `xref\n0 4\n0000000000 65535 f \n${offsets.join('')}`
  return Buffer.from(`${file}trailer\n<</Size 4/Root 1 0 R>>\nstartxref\n${start}\n%%EOF\n`)
}
