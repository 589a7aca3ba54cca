import zlib from 'node:zlib'
import type { Random } from '../random.ts'
import { mutateBytes, replaced } from './bytes.ts'
import type { Mutation } from './bytes.ts'
import { reseat } from './reseat.ts'
import { changeOne, findOne, spansOf } from './text.ts'

const numbers = [
  '0',
  '-1',
  '1',
  '2',
  '65535',
  '65536',
  '2147483648',
  '9999999999',
  '1e9',
  '.5',
  '00000000017',
]
const values = ['null', 'true', '[]', '<<>>', '()', '<>', '/Name', '1 0 R', '0 0 R', '99999 0 R', '[0 0 0 0]']
const keys =
  '/Kids /Parent /Prev /Length /Type /Pages /Annots /AcroForm /Fields /FT /V /T /Rect /MediaBox /CropBox /Rotate /UserUnit /Size /Root /XRefStm /Index /W /First /N /Extends /Filter /DecodeParms /Predictor /Columns /Colors /ByteRange /Contents /Encrypt /ID /Names /OpenAction /AA /Next /StructTreeRoot /ParentTree /Nums /DSS /VRI /Perms /DocMDP /Lock /Reference /Count /SubFilter /K /Outlines'.split(
    ' ',
  )
const filters =
  '/FlateDecode /LZWDecode /ASCIIHexDecode /ASCII85Decode /RunLengthDecode /Crypt [/FlateDecode/FlateDecode] [/ASCIIHexDecode/FlateDecode] /DCTDecode'.split(
    ' ',
  )

const numberToken = /(?<![\w.])-?\d+(?![\w.])/g
const nameToken = /\/[A-Za-z]+\b/g
const refToken = /\b\d{1,7} 0 R\b/g
const valueToken =
  /\/[A-Za-z]+ ?(?:\[[^[\]]{0,200}\]|\d+ 0 R|-?[\d.]+|\([^()]{0,80}\)|\/[A-Za-z]+|<<[^<>]{0,300}>>)/g
const objectToken = /(?<!\d)\d{1,7} 0 obj[\s\S]{1,3000}?endobj/g
const bodyToken = /(?<=\d 0 obj\s)<<[\s\S]{1,3000}?>>(?=\s*(?:endobj|stream))/g

type Change = (text: string, other: string, random: Random) => string

/** Changes in the words of the format. */
const changes: readonly Change[] = [
  (text, _, random) => changeOne(text, numberToken, random, () => random.pick(numbers)),
  (text, _, random) =>
    changeOne(text, numberToken, random, (found) => String(Number(found) + random.below(9) - 4)),
  (text, _, random) => changeOne(text, numberToken, random, () => findOne(text, numberToken, random)),
  (text, _, random) => changeOne(text, nameToken, random, () => random.pick(keys)),
  (text, other, random) => changeOne(text, nameToken, random, () => findOne(other, nameToken, random)),
  (text, _, random) => changeOne(text, refToken, random, () => findOne(text, refToken, random)),
  (text, _, random) => changeOne(text, refToken, random, () => random.pick(values)),
  (text, _, random) => changeOne(text, valueToken, random, (found) => found + found),
  (text, _, random) => changeOne(text, valueToken, random, () => ''),
  (text, other, random) => changeOne(text, valueToken, random, () => findOne(other, valueToken, random)),
  (text, other, random) =>
    changeOne(text, /<<(?=\s*\/)/g, random, (open) => open + findOne(other, valueToken, random)),
  (text, _, random) =>
    changeOne(text, /<<(?=\s*\/)/g, random, (open) => `${open}${random.pick(keys)} ${random.pick(values)}`),
  (text, _, random) =>
    changeOne(text, /<<(?=\s*\/)/g, random, (open) => `${open}/Filter ${random.pick(filters)}`),
  (text, other, random) =>
    changeOne(text, objectToken, random, (found) => `${found}\n${findOne(other, objectToken, random)}\n`),
  (text, _, random) => changeOne(text, objectToken, random, () => ''),
  (text, other, random) => changeOne(text, bodyToken, random, () => findOne(other, bodyToken, random)),
  (text, _, random) =>
    changeOne(text, bodyToken, random, (found) => {
      const depth = random.pick([2, 50, 99, 101, 3000])
      return '['.repeat(depth) + found + ']'.repeat(depth)
    }),
  (text, _, random) =>
    changeOne(text, /\b(?:endobj|stream|endstream|xref|trailer|%%EOF)\b/g, random, () => ''),
]

/** One to some changes; half of the time the cross-reference is set right again, so that they are reached. */
export const mutatePdf: Mutation = (input, other, random) => {
  if (random.once(5)) return mutateBytes(input, other, random)
  if (random.once(6)) return changeInflated(input, other, random)
  const text = changeText(input.toString('latin1'), other.toString('latin1'), random)
  return Buffer.from(random.once(2) ? reseat(text) : text, 'latin1')
}

export function changeText(text: string, other: string, random: Random): string {
  let changed = text
  for (let i = random.below(4); i >= 0; i--) changed = random.pick(changes)(changed, other, random)
  return changed
}

/** Changes what a compressed stream holds: a cross-reference, packed objects. */
function changeInflated(input: Buffer, other: Buffer, random: Random): Buffer {
  const text = input.toString('latin1')
  const streams = spansOf(text, /(?<=stream\r?\n)[\s\S]*?(?=\r?\nendstream)/g)
  if (streams.length === 0) return mutateBytes(input, other, random)
  const { start, end } = random.pick(streams)
  try {
    const inside = zlib.inflateSync(input.subarray(start, end), { maxOutputLength: 1 << 20 })
    const isText = random.once(2)
    const changed = isText
      ? Buffer.from(changeText(inside.toString('latin1'), other.toString('latin1'), random), 'latin1')
      : mutateBytes(inside, other, random)
    const written = replaced(input, start, end, zlib.deflateSync(changed)).toString('latin1')
    return Buffer.from(reseat(written), 'latin1')
  } catch {
    return mutateBytes(input, other, random)
  }
}
