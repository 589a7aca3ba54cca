const lengths = { amex: 15, diners: 14 }

export function brandOf(digits) {
  if (/^3[47]/.test(digits)) return 'amex'
  if (/^(30[0-5]|36|38)/.test(digits)) return 'diners'
  if (digits.startsWith('4')) return 'visa'
  if (/^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/.test(digits)) return 'mastercard'
  if (/^(6011|65|64[4-9])/.test(digits)) return 'discover'
  return 'unknown'
}

const digitsOf = (text) => text.replaceAll(/\D/g, '')
export const numberLength = (digits) => lengths[brandOf(digits)] ?? 16
const cvcLength = (digits) => (brandOf(digits) === 'amex' ? 4 : 3)

function passesLuhn(digits) {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}

/** As it is printed on the card: in groups of four, or 4-6-5. */
export function formatNumber(text) {
  const digits = digitsOf(text)
  const shown = digits.slice(0, numberLength(digits))
  const groups = ['amex', 'diners'].includes(brandOf(digits))
    ? [shown.slice(0, 4), shown.slice(4, 10), shown.slice(10)]
    : (shown.match(/.{1,4}/g) ?? [])
  return groups.filter(Boolean).join(' ')
}

export function formatExpiry(text, before) {
  const typed = digitsOf(text)
  const digits = (/^[2-9]/.test(typed) ? `0${typed}` : typed).slice(0, 4)
  const isDeleting = text.length < before.length
  if (digits.length < 2 || (digits.length === 2 && isDeleting)) return digits
  return `${digits.slice(0, 2)} / ${digits.slice(2)}`
}

export const formatCvc = (text, number) => digitsOf(text).slice(0, cvcLength(digitsOf(number)))

/** The code of what is wrong with each field, as Stripe names it. */
export function checkCard({ number, expiry, cvc }, now = new Date()) {
  const digits = digitsOf(number)
  return {
    number: !digits || digits.length < numberLength(digits) ? 'incomplete_number' : luhnProblem(digits),
    expiry: checkExpiry(digitsOf(expiry), now),
    cvc: cvc.length < cvcLength(digits) ? 'incomplete_cvc' : undefined,
  }
}

const luhnProblem = (digits) => (passesLuhn(digits) ? undefined : 'invalid_number')

function checkExpiry(digits, now) {
  if (digits.length < 4) return 'incomplete_expiry'
  const { month, year } = readExpiry(digits)
  if (month < 1 || month > 12) return 'invalid_expiry_month'
  if (year < now.getFullYear()) return 'invalid_expiry_year_past'
  if (year > now.getFullYear() + 50) return 'invalid_expiry_year'
  const isPast = year === now.getFullYear() && month < now.getMonth() + 1
  return isPast ? 'invalid_expiry_month_past' : undefined
}

export function readExpiry(text) {
  const digits = digitsOf(text)
  return { month: Number(digits.slice(0, 2)), year: 2000 + Number(digits.slice(2)) }
}

/** The card as the API takes it. */
export function cardFields({ number, expiry, cvc, country }) {
  const { month, year } = readExpiry(expiry)
  return {
    'payment_method_data[type]': 'card',
    'payment_method_data[card][number]': digitsOf(number),
    'payment_method_data[card][exp_month]': String(month),
    'payment_method_data[card][exp_year]': String(year),
    'payment_method_data[card][cvc]': cvc,
    ...(country && { 'payment_method_data[billing_details][address][country]': country }),
  }
}
