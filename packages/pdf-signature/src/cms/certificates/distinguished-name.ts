import { children, expectTag, readElement, readOid } from '../der/der-reader.ts'
import type { Element } from '../der/der-reader.ts'

const shortNames: Record<string, string> = {
  '2.5.4.3': 'CN',
  '2.5.4.4': 'SN',
  '2.5.4.5': 'serialNumber',
  '2.5.4.6': 'C',
  '2.5.4.7': 'L',
  '2.5.4.8': 'ST',
  '2.5.4.9': 'street',
  '2.5.4.10': 'O',
  '2.5.4.11': 'OU',
  '2.5.4.12': 'title',
  '2.5.4.20': 'telephoneNumber',
  '2.5.4.42': 'GN',
  '2.5.4.65': 'pseudonym',
  '2.5.4.97': 'organizationIdentifier',
  '0.9.2342.19200300.100.1.25': 'DC',
  '1.2.840.113549.1.9.1': 'emailAddress',
}

/** One attribute of a name: its short name (CN, O, …) or dotted identifier, and its text. */
export interface NameAttribute {
  readonly type: string
  readonly value: string
}

/** Attributes of a Name in the order they are encoded. */
export const readName = (name: Uint8Array): NameAttribute[] =>
  attributesOf(name).map(({ identifier, value }) => ({
    type: shortNames[identifier] ?? identifier,
    value: value ? readText(value) : '',
  }))

/** Dotted identifiers of the attributes of a Name. */
export const attributeIdentifiers = (name: Uint8Array): string[] =>
  attributesOf(name).map(({ identifier }) => identifier)

const attributesOf = (name: Uint8Array) =>
  children(expectTag(readElement(name), 0x30, 'Name')).flatMap((set) =>
    children(set).map((attribute) => {
      const [type, value] = children(attribute)
      return { identifier: readOid(type, 'Name attribute'), value }
    }),
  )

/** The organisation that a Name names, if it does. */
export const organisationIn = (name: Uint8Array): string | undefined =>
  readName(name).find(({ type }) => type === 'O')?.value

/** A name as people write it, most specific first (RFC 4514): `CN=Anna Muster, O=Example AG, C=CH`. */
export function nameText(name: Uint8Array): string {
  return readName(name)
    .reverse()
    .map(({ type, value }) => `${type}=${value.replace(/[,+"\\<>;=]/g, '\\$&')}`)
    .join(', ')
}

/** Text of any of ASN.1's string types. */
export function readText({ tag, body }: Element): string {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  if (tag === 0x1e)
    return Buffer.from(bytes.subarray(0, bytes.length & ~1))
      .swap16()
      .toString('utf16le')
  return bytes.toString(tag === 0x0c ? 'utf8' : 'latin1')
}
