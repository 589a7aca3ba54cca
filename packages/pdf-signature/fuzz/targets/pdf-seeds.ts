import { createCipheriv, createHash } from 'node:crypto'
import { rc4 } from '../../src/encryption/rc4.ts'
import { joined, signAll } from '../../src/testing/ceremony.ts'
import type { Pki } from '../../src/testing/ceremony.ts'
import { aPdf, streamObject } from '../../src/testing/pdf-builder.ts'
import { aWidget, certify } from '../../src/testing/raw-signature.ts'

const styles = ['table', 'stream', 'object_streams', 'hybrid'] as const

const form =
  '/AcroForm<</NeedAppearances true/Fields[60 0 R 61 0 R 62 0 R]/DA(/F 9 Tf)>>/Names<</JavaScript 80 0 R>>/Outlines 81 0 R'
const formObjects = {
  60: `${aWidget('Sign here', '[10 10 90 40]')}/FT/Sig/Lock<</Type/SigFieldLock/Action/Include/Fields[(Text)]>>>>`,
  61: `${aWidget('Text', '[10 50 90 70]')}/FT/Tx/V(Some)/AP<</N 63 0 R>>>>`,
  62: '<</T(Parent)/FT/Btn/Kids[64 0 R]>>',
  63: streamObject('BT (Some) Tj ET', '/Type/XObject/Subtype/Form/BBox[0 0 80 20]'),
  64: '<</Type/Annot/Subtype/Widget/Parent 62 0 R/Rect[1 1 9 9]/AP<</N<</On 63 0 R/Off 63 0 R>>>>/AS/Off>>',
  80: '<</Names[]>>',
  81: '<</Type/Outlines/First 82 0 R/Last 82 0 R/Count 1>>',
  82: '<</Title(One)/Parent 81 0 R/Dest[10 0 R/Fit]/A<</S/URI/URI(https://example.com)>>>>',
}
const tagged =
  '/MarkInfo<</Marked true>>/StructTreeRoot 90 0 R/Lang(en)/Metadata 92 0 R/OCProperties<</OCGs[93 0 R]/D<</Order[93 0 R]>>>>'
const taggedObjects = {
  90: '<</Type/StructTreeRoot/K[91 0 R]/ParentTree<</Nums[0[91 0 R]]>>/ParentTreeNextKey 1>>',
  91: '<</Type/StructElem/S/P/P 90 0 R/Pg 10 0 R/K 0>>',
  92: streamObject(
    '<rdf:RDF><pdfaid:part>2</pdfaid:part><pdfaid:conformance>B</pdfaid:conformance></rdf:RDF>',
    '/Type/Metadata/Subtype/XML',
  ),
  93: '<</Type/OCG/Name(Layer)>>',
}

/** Files that nobody has signed: each kind of cross-reference, forms, structure, and ways to be broken. */
export function unsignedSeeds(): Buffer[] {
  const plain = styles.map((style) => aPdf({ style, pages: 3 }))
  const forms = styles.map((style) =>
    aPdf({
      style,
      pages: 2,
      page: '/Annots[60 0 R 61 0 R 64 0 R]/Rotate 90/CropBox[10 10 200 150]',
      catalog: form,
      objects: formObjects,
    }),
  )
  const structured = aPdf({ page: '/StructParents 0', catalog: tagged, objects: taggedObjects })
  const [first = Buffer.alloc(0)] = plain
  return [
    ...plain,
    ...forms,
    structured,
    aPdf({ objects: { 3: streamObject('4254202854292054 6a204554>', '/Filter/ASCIIHexDecode') } }),
    Buffer.concat([Buffer.from('Some mail header\n\n'), first]),
    first.subarray(0, first.indexOf('xref')),
  ]
}

/** Files with signatures of all levels, and certified ones. */
export function signedSeeds(pki: Pki): Buffer[] {
  const rect = { x: 5, y: 5, width: 50, height: 20 }
  const fields = ['Anna', 'Ben'].map((name) => ({ name, page: 0, rect }))
  const levels = ['B-B', 'B-T', 'B-LT', 'B-LTA'] as const
  const [plain = Buffer.alloc(0)] = unsignedSeeds()
  return [
    ...styles.map((style, index) =>
      joined(signAll(aPdf({ style, pages: 2 }), pki, { fields, level: levels[index] ?? 'B-B' })),
    ),
    joined(signAll(aPdf({ catalog: form, objects: formObjects }), pki, { fields, level: 'B-B' })),
    certify(plain, pki, 2),
    certify(plain, pki, 3),
  ]
}

const md5 = (...parts: Uint8Array[]): Buffer => createHash('md5').update(Buffer.concat(parts)).digest()
const sha256 = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest()
const hex = (bytes: Uint8Array): string => `<${Buffer.from(bytes).toString('hex')}>`
// ISO 32000-2 §7.6.4.3: stands for no password.
const padding = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex')
const id = Buffer.alloc(16, 1)
const owner = Buffer.alloc(32, 7)

const aes = (key: Uint8Array, data: Uint8Array, padded: boolean): Buffer => {
  const cipher = createCipheriv(`aes-${key.length * 8}-cbc`, key, Buffer.alloc(16)).setAutoPadding(padded)
  return Buffer.concat([cipher.update(data), cipher.final()])
}

/** The files of before, enciphered in each way that needs no password to open. */
export function encryptedSeeds(): Buffer[] {
  const content = Buffer.from('BT /F 12 Tf 20 100 Td (Agreement) Tj ET')
  const build = (encrypt: string, data: Uint8Array): Buffer =>
    aPdf({ objects: { 3: streamObject(data) }, trailer: `/ID[${hex(id)}${hex(id)}]/Encrypt<<${encrypt}>>` })
  const rights = Buffer.from([0xfc, 0xff, 0xff, 0xff])
  const short = md5(padding, owner, rights, id).subarray(0, 5)
  let long = md5(padding, owner, rights, id)
  for (let i = 0; i < 50; i++) long = md5(long)
  let check: Uint8Array = md5(padding, id)
  for (let round = 0; round < 20; round++)
    check = rc4(
      long.map((byte) => byte ^ round),
      check,
    )
  const user = Buffer.concat([check, Buffer.alloc(16)])
  const object = Buffer.from([3, 0, 0, 0, 0])
  const common = `/Filter/Standard/P -4/O${hex(owner)}`
  const filter = (method: string) => `/CF<</StdCF<</CFM/${method}/AuthEvent/DocOpen>>>>/StmF/StdCF/StrF/StdCF`
  const salted = md5(long, object, Buffer.from('sAlT'))
  const [fileKey, salts] = [Buffer.alloc(32, 9), Buffer.alloc(16, 3)]
  const modernUser = Buffer.concat([sha256(salts.subarray(0, 8)), salts])
  const userKey = aes(sha256(salts.subarray(8)), fileKey, false)
  const modern = `${common}/V 5/U${hex(modernUser)}/UE${hex(userKey)}${filter('AESV3')}`
  const start = Buffer.alloc(16)
  return [
    build(`${common}/V 1/R 2/U${hex(rc4(short, padding))}`, rc4(md5(short, object).subarray(0, 10), content)),
    build(`${common}/V 2/R 3/Length 128/U${hex(user)}`, rc4(md5(long, object), content)),
    build(
      `${common}/V 4/R 4/U${hex(user)}${filter('AESV2')}`,
      Buffer.concat([start, aes(salted, content, true)]),
    ),
    build(`${modern}/R 5`, Buffer.concat([start, aes(fileKey, content, true)])),
    build(`${modern}/R 6`, Buffer.concat([start, aes(fileKey, content, true)])),
  ]
}
