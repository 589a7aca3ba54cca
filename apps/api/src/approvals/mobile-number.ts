/**
 * A number as people and other systems write it, in E.164: `+41 79 123 45 67`, `0041 79…`, `+41 (0)79…`, and `41791234567`
 * without its plus, as the integration API has it. Null where the country is not said (`079 123 45 67`) or it is none.
 */
export function toE164(given: string): string | null {
  const digits = given
    .trim()
    .replace(/\(0\)/, '')
    .replace(/^00/, '+')
    .replaceAll(/[\s().\-/\u00A0\u2010-\u2015]/g, '')
  const international = digits.startsWith('+') ? digits : `+${digits}`
  return /^\+[1-9]\d{7,14}$/.test(international) ? international : null
}
