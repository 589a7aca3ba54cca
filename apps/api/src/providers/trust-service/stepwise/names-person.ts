import type { Certificate } from '@countersign/pdf-signature/cms/certificates/certificate.ts'
import { namesOf } from '@countersign/pdf-signature/validation/reports/describe-certificates.ts'
import type { Person } from './port.ts'

/**
 * Is this the certificate of that person? A service knows people by an account of its own, and the person who is sent there may
 * sign in with someone else's. The family name has to be in it whole, and one of the given names: authorities leave
 * out second names, and write marks and hyphens as they can.
 */
export function namesPerson(
  certificate: Pick<Certificate, 'subjectName'>,
  { givenName, surname }: Pick<Person, 'givenName' | 'surname'>,
): boolean {
  const names = namesOf(certificate)
  const given = partsOf(names.givenName ?? names.commonName ?? '')
  const family = partsOf(names.surname ?? names.commonName ?? '')
  const wanted = partsOf(surname)
  return (
    wanted.length > 0 &&
    wanted.every((part) => family.includes(part)) &&
    partsOf(givenName).some((part) => given.includes(part))
  )
}

/** Letters that are written in two ways, as on the machine-readable line of a passport (ICAO 9303-3 §6). */
const spellings: Readonly<Record<string, string>> = {
  ß: 'ss',
  ä: 'a',
  ö: 'o',
  ü: 'u',
  æ: 'ae',
  ø: 'o',
  å: 'a',
  ł: 'l',
  đ: 'd',
}

const partsOf = (name: string): string[] =>
  name
    .toLowerCase()
    .replaceAll(/[ßäöüæøåłđ]/g, (letter) => spellings[letter] ?? letter)
    .normalize('NFKD')
    .replaceAll(/\p{Mark}/gu, '')
    // where there are no marks, ae, oe and ue stand for ä, ö and ü
    .replaceAll(/([aou])e/g, '$1')
    .split(/[^\p{Letter}\p{Number}]+/u)
    .filter(Boolean)
