import { CmsError } from '../cms-error.ts'
import { oid, printableString, sequence, setOf, tlv, utf8String } from '../der/der-writer.ts'

// Types of PrintableString and IA5String by their definition (X.520, RFC 2985); all others are UTF8String.
const nameTypes = {
  CN: '2.5.4.3',
  O: '2.5.4.10',
  OU: '2.5.4.11',
  L: '2.5.4.7',
  ST: '2.5.4.8',
  C: '2.5.4.6',
  SN: '2.5.4.4',
  GN: '2.5.4.42',
  serialNumber: '2.5.4.5',
  telephoneNumber: '2.5.4.20',
  pseudonym: '2.5.4.65',
  organizationIdentifier: '2.5.4.97',
  emailAddress: '1.2.840.113549.1.9.1',
} as const

export type NameType = keyof typeof nameTypes

/** Attributes of a name, least specific first: `[['C', 'CH'], ['O', 'Example AG'], ['CN', 'Example']]`. */
export type NameContent = readonly (readonly [NameType, string])[]

/** The DER of a Name, one attribute in each RDN. Throws CmsError for a country that is not two letters. */
export function encodeName(name: NameContent): Uint8Array {
  return sequence(
    ...name.map(([type, value]) => setOf([sequence(oid(nameTypes[type]), nameValue(type, value))])),
  )
}

function nameValue(type: NameType, value: string): Uint8Array {
  if (type === 'C' && !/^[A-Z]{2}$/.test(value))
    throw new CmsError('unsupported', `Not a country code: ${value}`)
  if (type === 'C' || type === 'serialNumber' || type === 'telephoneNumber') return printableString(value)
  if (type === 'emailAddress') return tlv(0x16, Buffer.from(value, 'latin1'))
  return utf8String(value)
}
