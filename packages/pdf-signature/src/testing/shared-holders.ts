import zlib from 'node:zlib'
import { appendRevision, buildPdf, streamObject } from './pdf-builder.ts'
import type { PdfPlan } from './pdf-builder.ts'

/** A file of which one object may change after signing and is a part of the content too, and the change without a key. */
export interface SharedHolder {
  readonly name: string
  readonly base: Buffer
  readonly change: (signed: Uint8Array) => Buffer
  /** The page looks different afterwards to PDFium; otherwise an attachment, a bookmark or what is read out does. */
  readonly isVisible: boolean
  /** Signing itself changes nothing that is content too. */
  readonly isSound: boolean
}

type Objects = Record<number, string | Buffer>

const form = '/Subtype/Form/BBox[0 0 300 200]/Resources<</Font<</F 4 0 R>>>>'
const amount = (text: string): string => `BT /F 12 Tf 20 60 Td (${text}) Tj ET`
const drawing = (text: string, entries = ''): Buffer => streamObject(amount(text), `${form}${entries}`)
const before = 'CHF 100.00'
const after = 'CHF 1,000,000.00'
const widget = (more: string): string =>
  `<</Type/Annot/Subtype/Widget/FT/Tx/T(Amount)/F 4/P 10 0 R/Rect[200 150 290 190]${more}>>`
const withField = '/AcroForm<</Fields[60 0 R]>>'

interface Plan extends Pick<PdfPlan, 'style'> {
  readonly catalog?: string
  readonly resources?: string
  /** More entries of the page. */
  readonly page?: string
  readonly content?: string
  readonly trailer?: string
  readonly objects: Objects
}

function fileOf({ catalog = '', resources = '', page = '', content = '', ...plan }: Plan): Buffer {
  const { style = 'table', trailer = '', objects } = plan
  return buildPdf({
    style,
    trailer,
    objects: {
      1: `<</Type/Catalog/Pages 2 0 R${catalog}>>`,
      2: '<</Type/Pages/Count 1/Kids[10 0 R]/MediaBox[0 0 300 200]>>',
      3: streamObject(`BT /F 12 Tf 20 100 Td (We pay) Tj ET ${content}`),
      4: '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
      10: `<</Type/Page/Parent 2 0 R/Contents 3 0 R/Resources<</Font<</F 4 0 R>>${resources}>>${page}>>`,
      ...objects,
    },
  })
}

interface Attack extends Plan {
  readonly name: string
  readonly changed: Objects
  readonly isVisible?: boolean
  readonly isSound?: boolean
}

const attacks: Attack[] = [
  {
    name: 'the catalogue is the XObject dictionary of the page, and the metadata drawn',
    isSound: false,
    catalog: '/Metadata 50 0 R',
    resources: '/XObject 1 0 R',
    content: '/Metadata Do',
    objects: { 50: drawing(before, '/Type/Metadata') },
    changed: { 50: drawing(after, '/Type/Metadata') },
  },
  {
    name: 'the metadata is a resource of the page by itself',
    catalog: '/Metadata 50 0 R',
    resources: '/XObject<</X 50 0 R>>',
    content: '/X Do',
    objects: { 50: drawing(before, '/Type/Metadata') },
    changed: { 50: drawing(after, '/Type/Metadata') },
  },
  {
    name: 'the appearances of a field are the XObject dictionary of the page',
    catalog: withField,
    resources: '/XObject 64 0 R',
    content: '/N Do',
    objects: { 60: widget('/AP 64 0 R'), 63: drawing(before), 64: '<</N 63 0 R>>' },
    changed: { 63: drawing(after) },
  },
  {
    name: 'a field is the XObject dictionary of the page, and its value drawn',
    isSound: false,
    catalog: withField,
    resources: '/XObject 60 0 R',
    content: '/V Do',
    objects: { 60: widget('/V 63 0 R'), 63: drawing(before) },
    changed: { 60: widget('/V 900 0 R'), 900: drawing(after) },
  },
  {
    name: 'the document security store is the XObject dictionary of the page',
    isSound: false,
    catalog: '/DSS 50 0 R',
    resources: '/XObject 50 0 R',
    content: '/Draw Do',
    objects: { 50: '<</Type/DSS/Draw 51 0 R>>', 51: drawing(before) },
    changed: { 51: drawing(after) },
  },
  {
    name: 'the form is the XObject dictionary of the page',
    isSound: false,
    catalog: '/AcroForm 50 0 R',
    resources: '/XObject 50 0 R',
    content: '/DR Do',
    objects: { 50: '<</Fields[]/DR 51 0 R>>', 51: drawing(before) },
    changed: { 51: drawing(after) },
  },
  {
    name: 'resources that all pages inherit hold the metadata',
    catalog: '/Metadata 50 0 R',
    content: '/X Do',
    objects: {
      2: '<</Type/Pages/Count 1/Kids[10 0 R]/MediaBox[0 0 300 200]/Resources<</Font<</F 4 0 R>>/XObject<</X 50 0 R>>>>>>',
      10: '<</Type/Page/Parent 2 0 R/Contents 3 0 R>>',
      50: drawing(before, '/Type/Metadata'),
    },
    changed: { 50: drawing(after, '/Type/Metadata') },
  },
  {
    name: 'a tiling pattern of the page is an appearance of a field',
    catalog: withField,
    resources: '/Pattern 64 0 R',
    content: '/Pattern cs /N scn 0 0 300 90 re f',
    objects: { 60: widget('/AP 64 0 R'), 63: tiling(before), 64: '<</N 63 0 R>>' },
    changed: { 63: tiling(after) },
  },
  {
    name: 'the glyph of a Type 3 font is the appearance of a field',
    catalog: withField,
    resources: '/XObject<</X 66 0 R>>',
    content: '/X Do',
    objects: {
      60: widget('/AP 64 0 R'),
      63: glyph(before),
      64: '<</N 63 0 R>>',
      65: '<</Type/Font/Subtype/Type3/FontBBox[0 0 300 200]/FontMatrix[0.1 0 0 0.1 0 0]/CharProcs 64 0 R/Encoding<</Type/Encoding/Differences[65/N]>>/FirstChar 65/LastChar 65/Widths[300]/Resources<</Font<</F 4 0 R>>>>>>',
      66: streamObject(
        'BT /T 10 Tf 20 60 Td (A) Tj ET',
        '/Subtype/Form/BBox[0 0 300 200]/Resources<</Font<</T 65 0 R>>>>',
      ),
    },
    changed: { 63: glyph(after) },
  },
  {
    name: 'a stamp has the appearance of a field',
    catalog: withField,
    page: '/Annots[61 0 R]',
    objects: {
      60: widget('/AP 64 0 R'),
      61: '<</Type/Annot/Subtype/Stamp/F 4/Rect[0 0 300 200]/AP 64 0 R>>',
      63: drawing(before),
      64: '<</N 63 0 R>>',
    },
    changed: { 63: drawing(after) },
  },
  {
    name: 'the properties of optional content are the appearances of a field',
    catalog: `${withField}/OCProperties 64 0 R`,
    resources: '/Properties<</A 51 0 R/B 52 0 R>>',
    content: `/OC /A BDC ${amount(before)} EMC /OC /B BDC ${amount(after)} EMC`,
    objects: {
      ...held('/OCGs[51 0 R 52 0 R]/D 50 0 R'),
      50: '<</OFF[52 0 R]>>',
      51: '<</Type/OCG/Name(A)>>',
      52: '<</Type/OCG/Name(B)>>',
    },
    changed: { 50: '<</OFF[51 0 R]>>' },
  },
  {
    name: 'the length of the content is the information dictionary',
    trailer: '/Info 50 0 R',
    objects: { 3: indirectLength(), 50: String(amount(before).length) },
    changed: { 50: String(indirectLength().length - 200) },
    // Most readers look for the end of the stream by themselves.
    isVisible: false,
  },
  {
    name: 'a page is its own XObject dictionary',
    isSound: false,
    resources: '/XObject 10 0 R',
    content: '/LastModified Do',
    objects: {},
    changed: {
      10: '<</Type/Page/Parent 2 0 R/Contents 3 0 R/Resources<</Font<</F 4 0 R>>/XObject 10 0 R>>/LastModified 900 0 R>>',
      900: drawing(after),
    },
  },
  {
    name: 'the tree of attached files is the appearances of a field',
    catalog: `${withField}/Names<</EmbeddedFiles 64 0 R>>`,
    objects: {
      ...held('/Names 50 0 R'),
      50: '[(Price)<</Type/Filespec/F(price.txt)/EF<</F 51 0 R>>>>]',
      51: streamObject(before),
      52: streamObject(after),
    },
    changed: { 50: '[(Price)<</Type/Filespec/F(price.txt)/EF<</F 52 0 R>>>>]' },
    isVisible: false,
  },
  {
    name: 'the action on opening is the appearances of a field',
    catalog: `${withField}/OpenAction 64 0 R`,
    objects: { ...held('/S/JavaScript/JS 50 0 R'), 50: streamObject('1') },
    changed: { 50: streamObject('app.alert(1)') },
    isVisible: false,
  },
  {
    name: 'the outline is the appearances of a field',
    catalog: `${withField}/Outlines 64 0 R`,
    objects: {
      ...held('/Type/Outlines/First 50 0 R/Count 1'),
      50: `<</Title(${before})/Parent 64 0 R>>`,
    },
    changed: { 50: `<</Title(${after})/Parent 64 0 R>>` },
    isVisible: false,
  },
  {
    name: 'a bookmark is the information dictionary',
    catalog: '/Outlines 51 0 R',
    trailer: '/Info 50 0 R',
    objects: {
      50: `<</Title(${before})/Parent 51 0 R>>`,
      51: '<</Type/Outlines/First 50 0 R/Last 50 0 R/Count 1>>',
    },
    changed: { 50: `<</Title(${after})/Parent 51 0 R>>` },
    isVisible: false,
  },
  {
    name: 'the structure is the appearances of a field',
    catalog: `${withField}/StructTreeRoot 64 0 R`,
    objects: {
      ...held('/Type/StructTreeRoot/K 50 0 R'),
      50: `<</Type/StructElem/S/P/P 64 0 R/ActualText(${before})>>`,
    },
    changed: { 50: `<</Type/StructElem/S/P/P 64 0 R/ActualText(${after})>>` },
    isVisible: false,
  },
  {
    name: 'the page labels are the appearances of a field',
    catalog: `${withField}/PageLabels 64 0 R`,
    objects: { ...held('/Nums 50 0 R'), 50: '[0<</P(A)>>]' },
    changed: { 50: '[0<</P(B)>>]' },
    isVisible: false,
  },
  {
    name: 'the destinations are the appearances of a field',
    catalog: `${withField}/Dests 64 0 R`,
    objects: { ...held('/Price 50 0 R'), 50: '[10 0 R/XYZ 0 90 1]' },
    changed: { 50: '[10 0 R/XYZ 0 0 9]' },
    isVisible: false,
  },
  {
    name: 'a hybrid file hides the shared appearances in its stream',
    style: 'hybrid',
    catalog: withField,
    resources: '/XObject 64 0 R',
    content: '/N Do',
    objects: { 60: widget('/AP 64 0 R'), 63: drawing(before), 64: '<</N 63 0 R>>' },
    changed: { 63: drawing(after) },
    // PDFium does not look into the stream of a hybrid file; other readers do.
    isVisible: false,
  },
]

/** A field whose appearances say something else as well. */
function held(entries: string): Objects {
  return { 60: widget('/AP 64 0 R'), 63: drawing(''), 64: `<</N 63 0 R${entries}>>` }
}

function tiling(text: string): Buffer {
  const cell = '/Type/Pattern/PatternType 1/PaintType 1/TilingType 1/XStep 300/YStep 200'
  return streamObject(amount(text), `${form}${cell}`)
}

function glyph(text: string): Buffer {
  return streamObject(`300 0 d0 0 0 ${text.length * 20} 100 re f`, form)
}

/** Content that continues behind its stated length. */
function indirectLength(): Buffer {
  const text = amount(before).padEnd(amount(before).length + 1)
  return Buffer.from(`<</Length 50 0 R>>\nstream\n${text}BT /F 12 Tf 20 60 Td (${after}) Tj ET\nendstream`)
}

/** An object stream that is a field's appearance: replaced, it brings another content of the page. */
function objectStreamFile(): SharedHolder {
  const base = fileOf({
    style: 'object_streams',
    catalog: withField,
    resources: '/XObject 53 0 R',
    content: '/X Do',
    objects: { 51: drawing(before), 52: drawing(after), 53: '<</X 51 0 R>>', 60: widget('/AP<</N 61 0 R>>') },
  })
  const start = base.indexOf('61 0 obj')
  const [, head = '', data = ''] =
    /obj\n(<<.*?>>)\nstream\n(.*?)\nendstream/s.exec(base.toString('latin1', start)) ?? []
  const packed = zlib
    .inflateSync(Buffer.from(data, 'latin1'))
    .toString('latin1')
    .replace('/X 51 0 R', '/X 52 0 R')
  const deflated = zlib.deflateSync(Buffer.from(packed, 'latin1'))
  const entries = head.slice(2, -2).replace(/\/Length \d+/, '')
  return {
    name: 'an object stream is the appearance of a field',
    base,
    change: (signed) => appendRevision(signed, { 61: streamObject(deflated, entries) }),
    isVisible: true,
    isSound: true,
  }
}

/** All forms of the attack that a file can be prepared for. */
export function sharedHolders(): SharedHolder[] {
  return [
    ...attacks.map(({ name, changed, isVisible = true, isSound = true, ...plan }) => ({
      name,
      base: fileOf(plan),
      change: (signed: Uint8Array) => appendRevision(signed, changed, plan.trailer),
      isVisible,
      isSound,
    })),
    objectStreamFile(),
  ]
}
