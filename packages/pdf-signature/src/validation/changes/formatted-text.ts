/**
 * Whether a text may be what a format script made of a value: the same number, with other separators, more digits or a
 * currency, or the same date in another order. Scripts are not run; what they may do besides, a person has to look at.
 */
export function isFormattedText(shown: string, value: string): boolean {
  return isSameNumber(shown, value) || isSameDate(shown, value)
}

const plainNumber = /^\s*-?\d*[.,]?\d+\s*$/

function isSameNumber(shown: string, value: string): boolean {
  if (!plainNumber.test(value)) return false
  const wanted = Number(value.replace(',', '.'))
  const isNegative = /-|\(.*\)/.test(shown)
  return readings(shown).some(({ amount, digits }) => {
    const signed = isNegative ? -amount : amount
    return Math.abs(signed - wanted) <= 0.5 * 10 ** -digits + Number.EPSILON * Math.abs(wanted)
  })
}

/** As a number with a decimal sign, and as one that has separators of thousands only. */
function readings(shown: string): { amount: number; digits: number }[] {
  const text = /\d[\d.,'’\s\u00a0]*/.exec(shown)?.[0].trim() ?? ''
  // Any other digit would be a second number.
  if (shown.replace(text, '').match(/\d/) || text === '') return []
  const whole = text.replaceAll(/\D/g, '')
  const [, fraction] = /[.,](\d+)$/.exec(text) ?? []
  const isGrouped = /^\d{1,3}(?:\D\d{3})*$/.test(text)
  return [
    ...(isGrouped || /^\d+$/.test(text) ? [{ amount: Number(whole), digits: 0 }] : []),
    ...(fraction === undefined
      ? []
      : [{ amount: Number(whole) / 10 ** fraction.length, digits: fraction.length }]),
  ]
}

/** Day and month are in the same order as seen from the year; names of months are not known. */
function isSameDate(shown: string, value: string): boolean {
  const [drawn, held] = [groupsIn(shown), groupsIn(value)]
  const isDate = [drawn, held].every(
    (groups) => groups.length === 3 && groups.some((one) => one.length === 4),
  )
  const wanted = held.map(Number).join()
  const given = drawn.map(Number)
  return (
    isDate &&
    !/\p{L}/u.test(shown + value) &&
    [given, given.toReversed()].some((one) => one.join() === wanted)
  )
}

const groupsIn = (text: string): string[] => text.match(/\d+/g) ?? []
