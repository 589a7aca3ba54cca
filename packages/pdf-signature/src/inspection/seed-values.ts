import { arrayEntry, dictEntry, entryOf, resolve } from '../reader/document.ts'
import type { PdfDocument } from '../reader/document.ts'
import { isName, isString } from '../reader/objects.ts'
import type { PdfDict } from '../reader/objects.ts'
import { decodeTextString } from '../text-string.ts'

/** What a signature field asks of the signature in it (ISO 32000-2 Table 237), by the key of its seed value dictionary. */
export type SeedValue =
  | 'Filter'
  | 'SubFilter'
  | 'V'
  | 'Reasons'
  | 'LegalAttestation'
  | 'AddRevInfo'
  | 'DigestMethod'
  | 'LockDocument'
  | 'AppearanceFilter'
  | 'MDP'
  | 'Cert'

/** What is known of a signature before it is made; undefined where that is still open. */
export interface IntendedSignature {
  readonly reason?: string | undefined
  readonly certify?: 1 | 2 | 3 | undefined
}

/** The bit of /Ff by which each is required. */
const required = {
  Filter: 1,
  SubFilter: 2,
  V: 4,
  Reasons: 8,
  LegalAttestation: 16,
  AddRevInfo: 32,
  DigestMethod: 64,
  LockDocument: 128,
  AppearanceFilter: 256,
} as const satisfies Partial<Record<SeedValue, number>>

/** The dictionary's version that has all of these (ISO 32000-2 Table 237). */
const knownVersion = 3

/**
 * The first requirement that a signature in the field would not meet, if any. A signature of ours is ETSI.CAdES.detached over a
 * SHA-256 digest, with a timestamp; its certificate is not known beforehand. What is only preferred is no requirement.
 */
export function unmetSeedValue(
  document: PdfDocument,
  field: PdfDict,
  intended?: IntendedSignature,
): SeedValue | undefined {
  const seed = dictEntry(document, field, 'SV')
  if (!seed) return undefined
  const stated = entryOf(document, seed, 'Ff')
  const bits = typeof stated === 'number' ? stated : 0
  const keys = (Object.keys(required) as (keyof typeof required)[]).filter(
    (key) => (bits & required[key]) !== 0 && seed.entries.has(key),
  )
  return (
    keys.find((key) => !isMet(document, seed, key, intended)) ??
    (isPermissionMet(document, seed, intended) ? undefined : 'MDP') ??
    (asksForCertificate(document, seed) ? 'Cert' : undefined)
  )
}

function isMet(
  document: PdfDocument,
  seed: PdfDict,
  key: keyof typeof required,
  intended: IntendedSignature | undefined,
): boolean {
  const value = entryOf(document, seed, key)
  const names = (arrayEntry(document, seed, key) ?? []).map((item) => resolve(document, item))
  switch (key) {
    case 'Filter':
      return isName(value) && value.name === 'Adobe.PPKLite'
    case 'SubFilter':
      return names.some((item) => isName(item) && item.name === 'ETSI.CAdES.detached')
    case 'DigestMethod':
      return names.some((item) => textOf(item) === 'SHA256')
    case 'V':
      return typeof value === 'number' && value <= knownVersion
    case 'Reasons':
      return areReasonsMet(names.map(textOf), intended)
    case 'AddRevInfo':
      return value === false
    case 'LockDocument':
      return isName(value) && value.name !== 'true'
    case 'LegalAttestation':
    case 'AppearanceFilter':
      return false
  }
}

const textOf = (value: Parameters<typeof isString>[0]): string | undefined =>
  isString(value) ? decodeTextString(value.bytes) : isName(value) ? value.name : undefined

/** A period alone, or nothing, stands for no reason at all. Another one would be said in the signer's name: it must be theirs. */
function areReasonsMet(
  reasons: readonly (string | undefined)[],
  intended: IntendedSignature | undefined,
): boolean {
  const isNone = reasons.length === 0 || (reasons.length === 1 && reasons[0] === '.')
  if (isNone) return !intended?.reason
  return intended?.reason !== undefined && reasons.includes(intended.reason)
}

/** /P is 0 for a signature that doesn't certify, else what a certification must permit. */
function isPermissionMet(
  document: PdfDocument,
  seed: PdfDict,
  intended: IntendedSignature | undefined,
): boolean {
  const held = dictEntry(document, seed, 'MDP')
  const permission = held && entryOf(document, held, 'P')
  if (typeof permission !== 'number') return true
  return (intended?.certify ?? 0) === permission
}

/** ISO 32000-2 Table 238: any of its constraints may be required by a bit of its own. */
function asksForCertificate(document: PdfDocument, seed: PdfDict): boolean {
  const constraints = dictEntry(document, seed, 'Cert')
  const bits = constraints && entryOf(document, constraints, 'Ff')
  return typeof bits === 'number' && bits !== 0
}
