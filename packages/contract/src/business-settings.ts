import * as z from 'zod/mini'
import { BusinessSettings } from './businesses.ts'
import { binary, endpoint } from './endpoint.ts'
import { Base64, Id, Instant, wholeNumber } from './values.ts'

/** Branding, add-ons and settings of a business, and who changed them. */

const one = z.object({ id: Id })

export const getLogo = endpoint({
  name: 'getLogo',
  method: 'GET',
  path: '/v2/businesses/{id}/logo/{hash}',
  summary:
    'Get a business’s logo, for its emails and signing pages. No credential is needed; its address can’t be guessed.',
  credential: 'none',
  params: z.object({ id: Id, hash: z.string().check(z.regex(/^[0-9a-f]{64}$/)) }),
  output: binary('image/png'),
  errors: ['not_found'],
})

export const setLogo = endpoint({
  name: 'setLogo',
  method: 'POST',
  path: '/v1/businesses/{id}/logo',
  summary: 'Set a business’s logo: PNG, JPEG or WebP, in base64 or as multipart.',
  credential: 'user',
  carriesFiles: 'picture',
  params: one,
  body: z.object({ image: Base64 }),
  picturePart: { field: 'image', names: ['image', 'file'] },
  output: z.object({ settings: BusinessSettings }),
  errors: [
    'business.payment_required',
    'plan.not_included',
    'not_found',
    'business.not_allowed',
    'image.invalid',
    'image.too_large',
    'validation.failed',
  ],
})

export const deleteLogo = endpoint({
  name: 'deleteLogo',
  method: 'DELETE',
  path: '/v1/businesses/{id}/logo',
  summary: 'Delete a business’s logo. Its name is shown instead.',
  credential: 'user',
  params: one,
  output: z.object({ settings: BusinessSettings }),
  errors: ['not_found', 'business.not_allowed'],
})

/** Add-ons of a business besides its plan, and whether they are turned on. */
export const Extra = z.object({
  name: z.enum(['part11', 'aes_for_business', 'seals', 'identifications', 'branding', 'domains', 'api']),
  enabled: z.boolean(),
  /** When it was switched on, or the first of it was made. */
  since: z.nullable(Instant),
  /** How many, where it can be counted. */
  amount: z.nullable(z.int()),
})
export type Extra = z.infer<typeof Extra>

export const getCustomExtras = endpoint({
  name: 'getCustomExtras',
  method: 'GET',
  path: '/v2/businesses/{id}/customextras',
  summary: 'List the business’s add-ons. For administrators.',
  credential: 'user',
  params: one,
  output: z.object({ extras: z.array(Extra) }),
  errors: ['not_found', 'business.not_allowed'],
})

/** One setting that was changed, by the name it has in `BusinessSettings`: `signatureRequests.retention.days`, say. */
const ChangedSetting = z.object({
  setting: z.string(),
  before: z.union([z.boolean(), z.number(), z.string(), z.null()]),
  after: z.union([z.boolean(), z.number(), z.string(), z.null()]),
})
export type ChangedSetting = z.infer<typeof ChangedSetting>

export const SettingsEvent = z.object({
  at: Instant,
  /** Null: the operator of this installation. */
  by: z.nullable(z.object({ name: z.string(), email: z.string() })),
  /** None if the logo was changed: see `logo`. */
  changes: z.array(ChangedSetting),
  logo: z.nullable(z.enum(['set', 'removed'])),
})
export type SettingsEvent = z.infer<typeof SettingsEvent>

export const listSettingsChanges = endpoint({
  name: 'listSettingsChanges',
  method: 'GET',
  path: '/v2/businesses/{id}/settings/changes',
  summary: 'List the changes of the settings, newest first. For administrators.',
  credential: 'user',
  params: one,
  query: z.object({
    page: z._default(wholeNumber(1, 1_000_000), 1),
    size: z._default(z.pipe(z.enum(['25', '50', '100']), z.transform(Number)), 25),
  }),
  output: z.object({
    items: z.array(SettingsEvent),
    page: z.int(),
    size: z.int(),
    total_items: z.int(),
    total_pages: z.int(),
  }),
  errors: ['not_found', 'business.not_allowed'],
})
