import * as z from 'zod/mini'

// What several providers write alike. It goes into certificates and mails: no control characters, no endless lines.

// oxlint-disable-next-line no-control-regex -- control characters are what is being refused
const oneLine = /^[^\u0000-\u001F\u007F\u202A-\u202E\u2066-\u2069\p{Cs}]*$/u
export const short = z.string().check(z.trim(), z.minLength(1), z.maxLength(200), z.regex(oneLine))
export const name = z.string().check(z.trim(), z.minLength(1), z.maxLength(100), z.regex(oneLine))
export const day = z.iso.date()
export const instant = z.iso.datetime({ offset: true })
export const country = z.string().check(z.regex(/^[A-Z]{2}$/))
export const mobile = z.string().check(z.regex(/^\+[1-9]\d{6,14}$/))
/** A status or a code: which there are, is not for us to close. */
export const code = z.string().check(z.maxLength(100))

/** Null and nothing are the same. */
export function orNothing<T>(shape: z.ZodMiniType<T>): z.ZodMiniType<T | undefined> {
  return z.pipe(
    z.optional(z.nullable(shape)),
    z.transform((value) => value ?? undefined),
  )
}
