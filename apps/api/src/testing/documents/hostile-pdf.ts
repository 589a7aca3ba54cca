import { deflateSync } from 'node:zlib'
import { buildPdf, streamObject } from '@countersign/pdf-signature/testing/pdf-builder.ts'

// Small files that take a reader or a renderer as much time or memory as it gives them. Each `nonce` is another file.

export interface HostilePdf {
  readonly name: string
  /** Pages that may be asked for. */
  readonly pages: number
  make(nonce: number): Buffer
}

interface Drawing {
  readonly content: string
  /** What is in the page's resources. */
  readonly resources: string
  /** Further objects, from 100. */
  readonly objects?: Readonly<Record<number, string | Buffer>>
  readonly pages?: number
}

function drawn({ content, resources, objects = {}, pages = 1 }: Drawing, nonce: number): Buffer {
  const numbers = Array.from({ length: pages }, (_, index) => 1000 + index)
  const page = `<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 3 0 R/Resources<<${resources}>>>>`
  return buildPdf({
    objects: {
      1: '<</Type/Catalog/Pages 2 0 R>>',
      2: `<</Type/Pages/Kids[${numbers.map((num) => `${num} 0 R`).join(' ')}]/Count ${pages}>>`,
      3: streamObject(`% ${nonce}\n${content}`),
      ...objects,
      ...Object.fromEntries(numbers.map((num) => [num, page])),
    },
  })
}

/** A tile every thousandth of a point: billions of them on a page (ISO 32000-2 §8.7.3). */
export const tiling: HostilePdf = {
  name: 'tiling pattern',
  pages: 1,
  make: (nonce) => drawn(tilingDrawing(1), nonce),
}

function tilingDrawing(pages: number): Drawing {
  const pattern = '/Type/Pattern/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 1 1]/Resources<<>>'
  return {
    content: '/Pattern cs /P0 scn 0 0 595 842 re f',
    resources: '/Pattern<</P0 100 0 R>>',
    objects: { 100: streamObject('0 0 .5 .5 re f', `${pattern}/XStep .001/YStep .001`) },
    pages,
  }
}

export const heavyPages: HostilePdf = {
  name: '300 heavy pages',
  pages: 300,
  make: (nonce) => drawn(tilingDrawing(300), nonce),
}

/** Each form draws the next one twice: 2³⁰ rectangles. */
const nestedForms: HostilePdf = {
  name: 'nested forms',
  pages: 1,
  make: (nonce) => {
    const depth = 30
    const objects = Object.fromEntries(
      Array.from({ length: depth }, (_, index) => {
        const isLast = index === depth - 1
        const next = isLast ? '' : `/Resources<</XObject<</X ${101 + index} 0 R>>>>`
        const body = isLast ? '0 0 10 10 re f' : '/X Do /X Do'
        return [100 + index, streamObject(body, `/Type/XObject/Subtype/Form/BBox[0 0 595 842]${next}`)]
      }),
    )
    return drawn({ content: '/X Do', resources: '/XObject<</X 100 0 R>>', objects }, nonce)
  },
}

let bomb: Buffer | undefined

/** A form of 300 MB of spaces in a kilobyte, compressed twice. */
export const flateBomb: HostilePdf = {
  name: 'flate bomb',
  pages: 1,
  make: (nonce) => {
    bomb ??= deflateSync(deflateSync(Buffer.alloc(300 * 1024 * 1024, ' '), { level: 9 }), { level: 9 })
    const entries = '/Type/XObject/Subtype/Form/BBox[0 0 595 842]/Filter[/FlateDecode/FlateDecode]'
    const objects = { 100: streamObject(bomb, entries) }
    return drawn({ content: '595 0 0 842 0 0 cm /X Do', resources: '/XObject<</X 100 0 R>>', objects }, nonce)
  },
}

/** A JBIG2 page of 60,000 by 60,000 pixels that has nothing in it (ITU-T T.88 §7.4.8). */
const jbig2: HostilePdf = {
  name: 'JBIG2 page',
  pages: 1,
  make: (nonce) => {
    const side = 60_000
    const segment = Buffer.alloc(30)
    // Number 0, type 48 (page information), no references, page 1, 19 bytes.
    segment.set([0, 0, 0, 0, 48, 0, 1, 0, 0, 0, 19])
    segment.writeUInt32BE(side, 11)
    segment.writeUInt32BE(side, 15)
    const entries = `/Type/XObject/Subtype/Image/Width ${side}/Height ${side}/BitsPerComponent 1/ColorSpace/DeviceGray/Filter/JBIG2Decode`
    const objects = { 100: streamObject(segment, entries) }
    return drawn({ content: '595 0 0 842 0 0 cm /X Do', resources: '/XObject<</X 100 0 R>>', objects }, nonce)
  },
}

/** Streams that say they are short and never end: each is looked for to the end of the file. */
export const unclosedStreams: HostilePdf = {
  name: 'unclosed streams',
  pages: 0,
  make: (nonce) =>
    Buffer.from(
      `%PDF-1.7\n% ${nonce}\n${Array.from({ length: 12_500 }, (_, n) => `${n + 1} 0 obj << /Length 10 >> stream\n`).join('')}`,
      'latin1',
    ),
}

/** Those that a renderer has trouble with, and one that a reader has. */
export const hostilePdfs: readonly HostilePdf[] = [
  tiling,
  heavyPages,
  nestedForms,
  flateBomb,
  jbig2,
  unclosedStreams,
]
