import * as z from 'zod/mini'
import { toE164 } from './e164.ts'

const withCountry = (given: string): boolean => given.length <= 40 && toE164(given) !== null
const error = 'Enter the number with its country code, such as +41 79 123 45 67'

/** The one form of phone numbers in all calls: the country is part of it. Read and kept in E.164. */
export const Phone = z.pipe(
  z.stringFormat('phone', withCountry, { error }),
  z.transform((given: string) => toE164(given) ?? ''),
)

/** The same where there may be none: null or an empty text. */
export const OptionalPhone = z.optional(
  z.nullable(
    z.pipe(
      z.stringFormat('phone', (given) => given.trim() === '' || withCountry(given), { error }),
      z.transform((given: string) => toE164(given)),
    ),
  ),
)
