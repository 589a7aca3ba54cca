// The letters of names, as the machine-readable lines of a passport have them (ICAO 9303-3 §6).

/** A letter with a mark loses it, or is written as two: Müller is MULLER or MUELLER, Åberg ABERG or AABERG. */
export const passportSpellings = ['short', 'long'] as const
export type PassportSpelling = (typeof passportSpellings)[number]

const same = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ŧ: 't',
  ŋ: 'n',
  // Without a dot, as in Turkish: its capital is I, and in lower case that is an i again.
  ı: 'i',
}
const spelled: Record<PassportSpelling, Readonly<Record<string, string>>> = {
  short: { ...same, ø: 'o' },
  long: { ...same, ø: 'oe', ä: 'ae', ö: 'oe', ü: 'ue', å: 'aa' },
}

/** In lower case and without marks; what is no letter stays as it is. */
export function passportLetters(name: string, spelling: PassportSpelling): string {
  const letters = spelled[spelling]
  return [...name.normalize('NFC').toLowerCase()]
    .map((letter) => letters[letter] ?? letter)
    .join('')
    .normalize('NFKD')
    .replaceAll(/\p{Mark}/gu, '')
}
