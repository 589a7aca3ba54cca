// Without schemas: the web app uses it as it is.

// ITU-T E.164: a country code and a national number, 15 digits at most. The codes that are assigned to countries (ITU
// Operational Bulletin, list of assigned country codes); the two plans that are shared by countries have numbers of ten
// digits. So a number typed without its country is hardly ever mistaken for one of another country.
const countryCodes =
  '2(?:0|7|1[12368]|[2-4]\\d|5[0-8]|6\\d|9[01789])|3(?:[0-469]|[57]\\d|8[0-35-79])|4(?:[013-9]|2[013])|' +
  '5(?:[1-8]|[09]\\d)|6(?:[0-6]|7[02-9]|8[0-35-9]|9[0-2])|8(?:[1246]|5[02356]|8[06])|9(?:[0-58]|6[0-8]|7[0-7]|9[2-68])'
// Countries whose trunk prefix is 0 and whose numbers never begin with it. In Italy the 0 is part of the number.
const trunkZero = /^(\+(?:3[1-3]|4[1349]))0(?=[1-9])/
// Liechtenstein (423) has no trunk prefix, so a 0 after its code isn't dropped. Its numbers never begin with 0 either.
const e164 = new RegExp(
  `^\\+(?!(?:3[1-3]|4[1349]|423)0)(?:1[2-9]\\d{9}|7\\d{10}|(?=\\d{8,15}$)(?:${countryCodes})\\d+)$`,
)

/**
 * A phone number as people and other systems write it (`+41 79 123 45 67`, `0041 79 …`, `+41 (0)79 …`, `+41 079 …`), in E.164. Null
 * where it doesn't say its country (`079 123 45 67`, `41791234567`) or isn't one: the country is never guessed.
 */
export function toE164(given: string): string | null {
  const digits = given
    .replace(/^(\s*(?:\+|00)[\d\s]{1,5})\(0\)/, '$1')
    .replaceAll(/[\s().\-/\u2010-\u2015]/g, '')
    .replace(/^00/, '+')
    .replace(trunkZero, '$1')
  return e164.test(digits) ? digits : null
}
