import { createHash } from 'node:crypto'
import { pdfDate } from '../text-string.ts'
import { aCms } from './ceremony.ts'
import type { Pki } from './ceremony.ts'
import { appendRevision } from './pdf-builder.ts'

const range = '[0 0000000000 0000000000 0000000000]'
const contentsSize = 6000

/** A signature dictionary as other products write it, still without its signature. */
export const aSignatureDictionary = (entries = '', subFilter = 'ETSI.CAdES.detached'): string =>
  `<</Type/Sig/Filter/Adobe.PPKLite/SubFilter/${subFilter}/M(${pdfDate(new Date())})${entries}` +
  `/ByteRange${range}/Contents<${'0'.repeat(contentsSize * 2)}>>>`

/** Appends a revision that holds such a dictionary, and signs the file, which may have a `closing` after its end. */
export function signRevision(
  base: Uint8Array,
  objects: Record<number, string | Buffer>,
  cmsOf: (digest: Uint8Array, signed: Uint8Array) => Uint8Array,
  { trailer = '', closing = '' }: { readonly trailer?: string; readonly closing?: string } = {},
): Buffer {
  const file = Buffer.concat([appendRevision(base, objects, trailer), Buffer.from(closing, 'latin1')])
  const rangeAt = file.indexOf(range, base.length, 'latin1')
  const gap = file.indexOf('/Contents<', rangeAt, 'latin1') + '/Contents'.length
  const end = gap + contentsSize * 2 + 2
  const digits = (value: number): string => String(value).padStart(10, '0')
  file.write(`[0 ${digits(gap)} ${digits(end)} ${digits(file.length - end)}]`, rangeAt, 'latin1')
  const signed = Buffer.concat([file.subarray(0, gap), file.subarray(end)])
  const cms = cmsOf(createHash('sha256').update(signed).digest(), signed)
  file.write(Buffer.from(cms).toString('hex'), gap + 1, 'latin1')
  return file
}

/** A file with two signature fields and a text field, certified in the first of them. `form`: more entries of its form. */
export function certify(base: Uint8Array, pki: Pki, permission: 1 | 2 | 3, form = ''): Buffer {
  const reference = `/Reference[<</Type/SigRef/TransformMethod/DocMDP/TransformParams<</Type/TransformParams/P ${permission}/V/1.2>>>>]`
  return signRevision(
    base,
    {
      1: `<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[60 0 R 61 0 R 62 0 R]/SigFlags 3${form}>>/Perms<</DocMDP 70 0 R>>>>`,
      60: `${aWidget('Certifier')}/FT/Sig/V 70 0 R>>`,
      70: aSignatureDictionary(reference),
    },
    (digest) => aCms(pki, digest),
  )
}

/** The beginning of a field merged with its widget. */
export const aWidget = (name: string, rect = '[0 0 0 0]'): string =>
  `<</Type/Annot/Subtype/Widget/T(${name})/F 4/P 10 0 R/Rect${rect}`
