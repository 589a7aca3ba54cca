import { OctetString } from '@peculiar/asn1-schema'
import { Extension } from '@peculiar/asn1-x509'
import { bufferOf } from '../time-stamp-authority/certificates.ts'
import { derIa5String, derOid, derPrintableString, derSequence } from '../time-stamp-authority/der.ts'

const statements = '0.4.0.1862.1'
const types = { esign: '0.4.0.1862.1.6.1', eseal: '0.4.0.1862.1.6.2' } as const

/** What a qualified certificate says of itself (ETSI EN 319 412-5 §4.2, §4.3). */
export function qualifiedStatements({
  type,
  disclosure,
  country,
}: {
  type: keyof typeof types
  /** Address of the PKI disclosure statement. */
  disclosure: string
  /** Where it is qualified by another law than that of the EU (§4.2.4). */
  country?: string | undefined
}): Extension {
  const location = derSequence(derIa5String(disclosure), derPrintableString('en'))
  const value = derSequence(
    statement('1'),
    statement('4'),
    statement('5', derSequence(location)),
    statement('6', derSequence(derOid(types[type]))),
    ...(country ? [statement('7', derSequence(derPrintableString(country)))] : []),
  )
  return new Extension({
    extnID: '1.3.6.1.5.5.7.1.3',
    critical: false,
    extnValue: new OctetString(bufferOf(value)),
  })
}

const statement = (number: string, ...info: Buffer[]): Buffer =>
  derSequence(derOid(`${statements}.${number}`), ...info)
