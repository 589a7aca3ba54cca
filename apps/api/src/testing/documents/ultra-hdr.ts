import sharp from 'sharp'

/** An Ultra HDR photo as phones take them: a JPEG, and behind it how much brighter each part is, as a second JPEG. */
export async function ultraHdr(photo: Buffer): Promise<Buffer> {
  const grey = { create: { width: 16, height: 16, channels: 3 as const, background: '#808080' } }
  const map = withSegment(await sharp(grey).greyscale().jpeg().toBuffer(), 0xe1, gains)
  const headed = photo.length + indexLength + 4
  return Buffer.concat([withSegment(photo, 0xe2, indexOf(headed, map.length)), map])
}

const gains = Buffer.from(
  'http://ns.adobe.com/xap/1.0/\0<x:xmpmeta xmlns:x="adobe:ns:meta/">' +
    '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description ' +
    'xmlns:hdrgm="http://ns.adobe.com/hdr-gain-map/1.0/" hdrgm:Version="1.0" hdrgm:GainMapMax="2" ' +
    'hdrgm:HDRCapacityMax="2"/></rdf:RDF></x:xmpmeta>',
)

const indexLength = 86

/** The index of both (CIPA DC-007, "Multi-Picture Format"): three fields, then length and place of each. */
function indexOf(first: number, second: number): Buffer {
  const tiff = Buffer.alloc(indexLength - 4)
  const fields = [
    [0xb000, 7, 4, 0x30313030],
    [0xb001, 4, 1, 2],
    [0xb002, 7, 32, 50],
  ] as const
  tiff.write('MM\0*\0\0\0\u0008\0\u0003', 'latin1')
  for (const [index, [tag, type, count, value]] of fields.entries()) {
    const at = 10 + index * 12
    tiff.writeUInt16BE(tag, at)
    tiff.writeUInt16BE(type, at + 2)
    tiff.writeUInt32BE(count, at + 4)
    tiff.writeUInt32BE(value, at + 8)
  }
  tiff.writeUInt32BE(0x030000, 50)
  tiff.writeUInt32BE(first, 54)
  tiff.writeUInt32BE(second, 70)
  // From the index's own beginning, which is ten bytes into the file.
  tiff.writeUInt32BE(first - 10, 74)
  return Buffer.concat([Buffer.from('MPF\0'), tiff])
}

/** The JPEG with one more segment at its beginning. */
function withSegment(jpeg: Buffer, marker: number, content: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(content.length + 2, 2)
  return Buffer.concat([jpeg.subarray(0, 2), head, content, jpeg.subarray(2)])
}
