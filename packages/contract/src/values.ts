import * as z from 'zod/mini'
import { canonicalEmail } from './email.ts'
import { emailPattern } from './email-pattern.ts'
import { containsLink, isBlank } from './plain-name.ts'

// The small values that many calls share.

/** In lower case, in whichever a caller keeps it (RFC 9562 §4): it is compared, and part of what evidence is hashed over. */
export const Id = z.uuid().check(z.overwrite((given) => given.toLowerCase()))
/** UTC, ISO 8601. */
export const Instant = z.iso.datetime()
/** A point in time as a caller gives it, with any offset (ISO 8601); read as UTC, where its year still has four digits. */
export const GivenInstant = z.pipe(
  z.pipe(
    z.iso.datetime({ offset: true }),
    z.transform((given: string) => new Date(given).toISOString()),
  ),
  Instant,
)
/** A day in UTC (ISO 8601). */
export const Day = z.iso.date()
/** A day or an offset more, and the year still has four digits. */
const inYearsKept = z.string().check(
  z.refine((given) => given >= '1970' && given < '9999', {
    error: 'Must be from 1970 to 9998',
    params: { code: 'year_out_of_range' },
  }),
)
/** A day, as a caller gives it. */
export const GivenDate = z.pipe(z.iso.date(), inYearsKept)
/** A day, or a point in time, which stands for its day in UTC. */
export const GivenDay = z.pipe(
  z.pipe(
    z.union([z.iso.date(), z.iso.datetime({ offset: true })]),
    z.transform((given: string) => new Date(given).toISOString().replace(/T.*/, '')),
  ),
  inYearsKept,
)
export const Language = z.enum(['en', 'de', 'fr', 'it'])
export type Language = z.infer<typeof Language>

/** Of an account. Italian is for people who sign by a link. */
export const AccountLanguage = z.enum(['en', 'de', 'fr'])

/** In the one form that its mailbox has here, however it was written. */
export const Email = z
  .string()
  .check(z.overwrite(canonicalEmail), z.maxLength(254), z.regex(emailPattern, 'Please enter a valid email'))

/**
 * As it is kept and compared (Unicode NFC): an ü of one character, which a Mac may write as a u and two dots. What nobody would see
 * is nothing: a title or a name of it would be missing.
 */
const composed = z.overwrite<string>((given) => (isBlank(given) ? '' : given.trim().normalize('NFC')))

/** Text a person typed: trimmed, without control characters and halves of characters (\p{Cs}), which no database keeps. */
export function text(max: number, min = 0) {
  return z.string().check(
    composed,
    z.minLength(min),
    z.maxLength(max),
    // oxlint-disable-next-line no-control-regex -- control characters are what is being refused
    z.regex(/^[^\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F\p{Cs}]*$/u, 'Invalid format'),
  )
}

/** One line of it. Marks that turn the direction of what follows (UAX #9 §2.1–2.4) could disguise a name: none is taken. */
export function line(max: number, min = 0) {
  // oxlint-disable-next-line no-control-regex -- control characters are what is being refused
  return z
    .string()
    .check(
      composed,
      z.minLength(min),
      z.maxLength(max),
      z.regex(/^[^\u0000-\u001F\u007F\u202A-\u202E\u2066-\u2069\p{Cs}]*$/u, 'Invalid format'),
    )
}

/** What is searched for. It may be pasted: a tab between two cells is a blank, and marks of direction are in nothing that is found. */
export function searchText(max: number) {
  return z.string().check(
    z.overwrite((given) =>
      given
        .replaceAll(/[\u202A-\u202E\u2066-\u2069]/g, '')
        // oxlint-disable-next-line no-control-regex -- control characters are what is being replaced
        .replaceAll(/[\u0000-\u001F\u007F\p{Cs}]/gu, ' '),
    ),
    composed,
    z.maxLength(max),
  )
}

/**
 * What a person, a group or a business is called. It is in the subject and the greeting of emails to strangers, where
 * an address or a link would be clickable in the operator's name: none is taken.
 */
export function plainName(max: number, min = 0) {
  return line(max, min).check(
    z.refine((given) => !containsLink(given), {
      error: 'A name can’t contain an email address or a link',
      params: { code: 'contains_link' },
    }),
  )
}

/** Of a signer group’s name, and of a role, which a group’s name becomes in a template. */
export const roleNameAtMost = 100

/** A password, a token or a code, as it was typed or came in a link. */
export const Secret = z.string().check(z.minLength(1), z.maxLength(200))

/** Looked at once from left to right, however long it is. */
export const Base64 = z
  .string()
  .check(z.refine((given) => !/[^A-Za-z0-9+/=\r\n]/.test(given), 'Must be base64'))

/** A query by its names. */
export type NamedQuery = Record<string, QueryValue | QueryValue[]>
type QueryValue = string | number | boolean | null

/** The query of an address, as it is there or as an object of its names. Kept as it was given. */
export function queryLike(max: number) {
  const value = z.union([z.string(), z.number(), z.boolean(), z.null()])
  const named = z
    .record(z.string(), z.union([value, z.array(value)]))
    .check(z.refine((given) => JSON.stringify(given).length <= max, `Must be at most ${max} characters`))
  return z.union([z.string().check(z.maxLength(max)), named])
}

/** A whole number that came in an address. */
export function wholeNumber(min: number, max: number) {
  return z.pipe(
    z.string().check(z.regex(/^\d{1,9}$/, 'Must be a whole number')),
    z.pipe(z.transform(Number), z.int().check(z.minimum(min), z.maximum(max))),
  )
}

export const Quality = z.enum(['DEMO', 'SES', 'AES', 'AES_MINIMAL', 'QES', 'PART11'])
export type Quality = z.infer<typeof Quality>
/** What a trust service gives. A qualified electronic signature is an advanced one, too (eIDAS Art. 3(12)). */
export const AdvancedQuality = z.enum(['AES', 'QES'])
export type AdvancedQuality = z.infer<typeof AdvancedQuality>
/** The requirements for signing with a quality. */
export const UnmetRequirement = z.enum([
  'email',
  'name',
  'identification',
  'mobile',
  'terms',
  'business',
  'not_offered',
])
export type UnmetRequirement = z.infer<typeof UnmetRequirement>
/** The legal framework that an advanced or a qualified signature is made under. */
export const Legislation = z.enum(['ZERTES', 'EIDAS'])
export type Legislation = z.infer<typeof Legislation>

export const RequestStatus = z.enum(['DRAFT', 'OPEN', 'SIGNED', 'DECLINED', 'WITHDRAWN', 'EXPIRED', 'ERROR'])
export type RequestStatus = z.infer<typeof RequestStatus>
export const SignerStatus = z.enum([
  'DRAFT',
  'WAITING',
  'OPEN',
  'SIGNED',
  'DECLINED',
  'WITHDRAWN',
  'EXPIRED',
  'ERROR',
])
export type SignerStatus = z.infer<typeof SignerStatus>
/** What a viewer sees on the dashboard. */
export const ViewerStatus = z.enum(['DRAFT', 'TO_SIGN', 'WAITING', 'COMPLETED', 'CANCELLED', 'ERROR'])
export type ViewerStatus = z.infer<typeof ViewerStatus>

/** What an API user may do with its key. */
export const apiScopes = ['activities', 'members', 'seals', 'signature_requests'] as const
export const ApiScope = z.enum(apiScopes)
export type ApiScope = z.infer<typeof ApiScope>
/** The user name of an API user, as it is made: `api_prod_lindenhof-ag_3f9a27c1`. */
export const ApiUserName = z.string().check(z.maxLength(100), z.regex(/^api_[a-z0-9_-]+$/))
/** DEMO: everything an API user has signed is a demonstration without legal effect. */
export const ApiEnvironment = z.enum(['DEMO', 'PRODUCTION'])
export type ApiEnvironment = z.infer<typeof ApiEnvironment>

/** START_SIGN and INITIATE belong to the published interface; nothing leads to them (decision 85). */
export const CallbackType = z.enum(['SUCCESS', 'UPDATE', 'ERROR', 'START_SIGN', 'INITIATE', 'IDENT_ERROR'])
export type CallbackType = z.infer<typeof CallbackType>
/** RESIGNATED: not delivered within two hours. */
export const CallbackState = z.enum(['OPEN', 'COMPLETED', 'RESIGNATED'])
export type CallbackState = z.infer<typeof CallbackState>
