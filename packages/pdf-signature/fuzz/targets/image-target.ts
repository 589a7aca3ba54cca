import zlib from 'node:zlib'
import { readJpegHeader } from '../../src/appearance/jpeg.ts'
import { decodePng, MAX_PIXELS } from '../../src/appearance/png.ts'
import { embedImage } from '../../src/appearance/embed-image.ts'
import { PdfError } from '../../src/pdf-error.ts'
import { openDocument } from '../../src/reader/document.ts'
import { startRevision } from '../../src/writer/revision.ts'
import { aPdf } from '../../src/testing/pdf-builder.ts'
import { mutateBytes } from '../mutation/bytes.ts'
import { orRefused, promise } from './target.ts'
import type { MakeTarget } from './target.ts'

function chunk(type: string, data: Uint8Array): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  return Buffer.concat([length, Buffer.from(type), data, Buffer.alloc(4)])
}

function aPng(depth: number, colorType: number, rowLength: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(4, 0)
  header.writeUInt32BE(4, 4)
  header.set([depth, colorType], 8)
  const rows = Buffer.concat(Array.from({ length: 4 }, (_, row) => Buffer.alloc(rowLength + 1, row)))
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    ...(colorType === 3 ? [chunk('PLTE', Buffer.alloc(12, 90)), chunk('tRNS', Buffer.alloc(4, 9))] : []),
    chunk('IDAT', zlib.deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** Pictures in a signature: what is taken has the size it says, and not more than is allowed. */
export const image: MakeTarget = () => {
  const document = openDocument(aPdf())
  const frame = Buffer.from('ffd8ffee000741646f6265ffc2000b08001400140301110002ffd9', 'hex')
  return {
    seeds: [aPng(8, 6, 16), aPng(8, 2, 12), aPng(1, 0, 1), aPng(16, 4, 16), aPng(4, 3, 2), frame],
    mutate: mutateBytes,
    run(input) {
      const pixels = orRefused(PdfError, () => decodePng(input))
      if (pixels) {
        const count = pixels.width * pixels.height
        promise(pixels.color.length === count * pixels.components, 'A picture has another size than it says')
        promise(count <= MAX_PIXELS, 'A picture is larger than is allowed')
      }
      orRefused(PdfError, () => readJpegHeader(input))
      orRefused(PdfError, () => embedImage(startRevision(document), input))
    },
  }
}
