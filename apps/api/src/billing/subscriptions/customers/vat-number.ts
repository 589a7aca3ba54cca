// The format of VAT numbers, checked offline before a payment provider sees them. Whether one is registered, the provider
// finds out; a typing error is found here.

/** After the country's letters, as the European Commission lists them (VIES). */
const bodies: Readonly<Record<string, RegExp>> = {
  AT: /^U\d{8}$/,
  BE: /^[01]\d{9}$/,
  BG: /^\d{9,10}$/,
  CY: /^\d{8}[A-Z]$/,
  CZ: /^\d{8,10}$/,
  DE: /^\d{9}$/,
  DK: /^\d{8}$/,
  EE: /^\d{9}$/,
  EL: /^\d{9}$/,
  ES: /^[A-Z0-9]\d{7}[A-Z0-9]$/,
  FI: /^\d{8}$/,
  FR: /^[A-HJ-NP-Z0-9]{2}\d{9}$/,
  GB: /^(\d{9}|\d{12}|GD[0-4]\d{2}|HA[5-9]\d{2})$/,
  HR: /^\d{11}$/,
  HU: /^\d{8}$/,
  IE: /^(\d{7}[A-W][A-I]?|\d[A-Z+*]\d{5}[A-W])$/,
  IT: /^\d{11}$/,
  LT: /^(\d{9}|\d{12})$/,
  LU: /^\d{8}$/,
  LV: /^\d{11}$/,
  MT: /^\d{8}$/,
  NL: /^\d{9}B\d{2}$/,
  PL: /^\d{10}$/,
  PT: /^\d{9}$/,
  RO: /^\d{2,10}$/,
  SE: /^\d{10}01$/,
  SI: /^\d{8}$/,
  SK: /^\d{10}$/,
}

/** Greece writes EL where ISO 3166 has GR. */
const prefixOf = (country: string): string => (country === 'GR' ? 'EL' : country)

/** Whether a number may be one of this country, whatever separators it is written with. */
export function isVatNumber(given: string, country: string): boolean {
  const vat = given.toUpperCase().replaceAll(/[\s.\-/]/g, '')
  if (country === 'CH') return isSwiss(vat)
  if (country === 'LI') return /^\d{5}$/.test(vat) || /^LI\d{5}$/.test(vat) || isSwiss(vat)
  if (country === 'NO') return isNorwegian(vat)
  if (country === 'IS') return /^(IS)?\d{5,6}$/.test(vat)
  const prefix = prefixOf(country)
  return vat.startsWith(prefix) && (bodies[prefix]?.test(vat.slice(prefix.length)) ?? false)
}

/** CHE-123.456.788 MWST: eight digits and a check digit modulo 11 (Federal Statistical Office, UID). */
function isSwiss(vat: string): boolean {
  const digits = /^CHE(\d{9})(MWST|TVA|IVA)?$/.exec(vat)?.[1]
  return digits !== undefined && hasCheckDigit(digits, [5, 4, 3, 2, 7, 6, 5, 4])
}

/** The organisation number with MVA: the same check, with other weights. */
function isNorwegian(vat: string): boolean {
  const digits = /^(?:NO)?(\d{9})(?:MVA)?$/.exec(vat)?.[1]
  return digits !== undefined && hasCheckDigit(digits, [3, 2, 7, 6, 5, 4, 3, 2])
}

function hasCheckDigit(digits: string, weights: readonly number[]): boolean {
  const sum = weights.reduce((total, weight, index) => total + weight * Number(digits[index]), 0)
  return (11 - (sum % 11)) % 11 === Number(digits.at(-1))
}
