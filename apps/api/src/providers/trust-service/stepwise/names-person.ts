import type { Certificate } from '@countersign/pdf-signature/cms/certificates/certificate.ts'
import { namesOf } from '@countersign/pdf-signature/validation/reports/describe-certificates.ts'
import {
  passportLetters,
  passportSpellings,
  type PassportSpelling,
} from '#api/platform/values/passport-letters.ts'
import type { Person } from './port.ts'

/**
 * Is this the certificate of that person? A service knows people by an account of its own, and the person who is sent there may
 * sign in with someone else's. The family name has to be in it whole, and one of the given names: authorities leave
 * out second names, and write marks, hyphens and apostrophes as they can. One for a pseudonym names nobody.
 */
export function namesPerson(
  certificate: Pick<Certificate, 'subjectName'>,
  { givenName, surname }: Pick<Person, 'givenName' | 'surname'>,
): boolean {
  const names = namesOf(certificate)
  if (names.pseudonym !== undefined) return false
  const given = names.givenName ?? names.commonName ?? ''
  const family = names.surname ?? names.commonName ?? ''
  return passportSpellings.some((spelling) => {
    const partsOf = (name: string) => splitName(name, spelling)
    return hasAll(partsOf(family), partsOf(surname)) && hasOne(partsOf(given), partsOf(givenName))
  })
}

/** A name as what is between any other signs than letters, and as what is between spaces: O’Brien is o, brien and obrien. */
interface NameParts {
  readonly pieces: readonly string[]
  readonly words: readonly string[]
}

const hasAll = ({ pieces, words }: NameParts, wanted: NameParts): boolean =>
  wanted.pieces.length > 0 &&
  (wanted.pieces.every((piece) => pieces.includes(piece)) ||
    wanted.words.every((word) => words.includes(word)))

const hasOne = ({ pieces, words }: NameParts, wanted: NameParts): boolean =>
  wanted.pieces.some((piece) => pieces.includes(piece)) || wanted.words.some((word) => words.includes(word))

function splitName(name: string, spelling: PassportSpelling): NameParts {
  // Where there are no marks, ae, oe and ue stand for ä, ö and ü.
  const letters = passportLetters(name, spelling).replaceAll(/([aou])e/g, '$1')
  const pieces = letters.split(/[^\p{Letter}\p{Number}]+/u).filter(Boolean)
  const words = letters
    .split(/\s+/u)
    .map((word) => word.replaceAll(/[^\p{Letter}\p{Number}]/gu, ''))
    .filter(Boolean)
  return { pieces, words }
}
