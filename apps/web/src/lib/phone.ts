import * as z from 'zod/mini'

/** A number as a machine reads it: what people put between the digits is left out, '00' at the start is '+'. */
export function withoutSeparators(typed: string): string {
  return typed.replace(/[\s().\-/]/g, '').replace(/^00/, '+')
}

/** Up to 15 digits (ITU-T E.164), at least the ten of the specification's rule; empty is none. */
export function isPhone(typed: string): boolean {
  const number = withoutSeparators(typed)
  return number === '' || /^\+?\d{10,15}$/.test(number)
}

/** Does it say its country? Elsewhere nobody can send a message to it. */
export function isInternational(typed: string): boolean {
  return /^\+[1-9]\d{7,14}$/.test(withoutSeparators(typed.replace('(0)', '')))
}

export const Mobile = z.string().check(z.maxLength(30), z.refine(isPhone, 'Invalid format'))
