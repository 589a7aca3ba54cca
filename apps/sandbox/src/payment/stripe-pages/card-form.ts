import type { CardEntry } from '../stripe/pages-port.ts'

const numberPattern = /^\d{13,19}$/

/** The card that was typed on one of the pages, or what is wrong with it. `now` in seconds. */
export function typedCard(fields: URLSearchParams, now: number): CardEntry | string {
  const number = (fields.get('number') ?? '').replaceAll(/\s/g, '')
  if (!numberPattern.test(number)) return 'Your card number is incomplete.'
  if (!passesLuhn(number)) return 'Your card number is invalid.'
  const [, month, year] =
    /^(0?[1-9]|1[0-2])\s*\/\s*(?:20)?(\d{2})$/.exec(fields.get('expiry')?.trim() ?? '') ?? []
  if (!month || !year) return 'Your card’s expiration date is incomplete.'
  // A card is good until the end of its month.
  if (Date.UTC(2000 + Number(year), Number(month)) <= now * 1000)
    return 'Your card’s expiration date is in the past.'
  const cvc = fields.get('cvc')?.trim() ?? ''
  if (!/^\d{3,4}$/.test(cvc)) return 'Your card’s security code is incomplete.'
  return { number, expMonth: Number(month), expYear: 2000 + Number(year), cvc }
}

function passesLuhn(number: string): boolean {
  const sum = [...number].toReversed().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}
