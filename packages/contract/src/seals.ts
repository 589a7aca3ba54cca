import * as z from 'zod/mini'
import { binary, endpoint } from './endpoint.ts'
import { AdvancedQuality, Base64, Id, Instant, Legislation, line } from './values.ts'

/** 7.3: seals of businesses. `sealId` in an address is the seal's `name`, or its `id`. */

/** READY: may be used. PENDING: the trust service is being asked. REFUSED: it would not sign. DISABLED: switched off. */
export const SealStatus = z.enum(['READY', 'PENDING', 'REFUSED', 'DISABLED'])
export type SealStatus = z.infer<typeof SealStatus>

export const SealMember = z.object({
  id: Id,
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  grantedAt: Instant,
})
export type SealMember = z.infer<typeof SealMember>

export const Seal = z.object({
  id: Id,
  /** Unique, and never another's: `sealAccountName` in 7.6.1. */
  name: z.string(),
  label: z.string(),
  hasImage: z.boolean(),
  /** The address of the call that answers its picture (7.3.1); null where it has none. */
  image: z.nullable(z.string()),
  /** How it seals. */
  data: z.object({
    status: SealStatus,
    quality: AdvancedQuality,
    legislation: Legislation,
    /** The trust service that has the organisation's key; null while it is not known. */
    provider: z.nullable(z.string()),
    /**
     * Certifies a document if it is its first signature: afterwards forms may be filled in and signed, nothing else.
     */
    certifies: z.boolean(),
    /** Known once the trust service has signed with it. */
    certificate: z.nullable(
      z.object({ subject: z.string(), issuer: z.string(), serial: z.string(), notAfter: Instant }),
    ),
  }),
  /** Who may use it; members who aren't admins see only themselves. */
  members: z.array(SealMember),
  nMembers: z.int(),
  /** API users that can use it: those of the business with the scope `seals`, except demo users. */
  nApi: z.int(),
  createdAt: Instant,
})
export type Seal = z.infer<typeof Seal>

const ofBusiness = z.object({ id: Id })
const one = z.object({ id: Id, sealId: line(100, 1) })
const names = z.object({ members: z.array(line(254, 1)).check(z.minLength(1), z.maxLength(200)) })

export const listSeals = endpoint({
  name: 'listSeals',
  method: 'GET',
  path: '/v1/businesses/{id}/seals',
  summary: 'List the business’s seals. For administrators.',
  credential: 'user',
  params: ofBusiness,
  output: z.object({ seals: z.array(Seal) }),
  errors: ['not_found', 'business.not_allowed'],
})

export const listOwnSeals = endpoint({
  name: 'listOwnSeals',
  method: 'GET',
  path: '/v1/user/seals',
  summary: 'List the seals the account can use.',
  credential: 'user',
  output: z.object({ seals: z.array(Seal) }),
})

export const getSeal = endpoint({
  name: 'getSeal',
  method: 'GET',
  path: '/v1/businesses/{id}/seals/{sealId}',
  summary: 'Get a seal of the business.',
  credential: 'user',
  params: one,
  output: Seal,
  errors: ['not_found'],
})

export const updateSeal = endpoint({
  name: 'updateSeal',
  method: 'PUT',
  path: '/v1/businesses/{id}/seals/{sealId}',
  summary: 'Update a seal’s label and whether it certifies documents.',
  credential: 'user',
  params: one,
  body: z.object({ label: z.optional(line(100, 1)), certifies: z.optional(z.boolean()) }),
  output: Seal,
  errors: ['not_found', 'business.not_allowed', 'validation.failed'],
})

export const addSealMembers = endpoint({
  name: 'addSealMembers',
  method: 'POST',
  path: '/v1/businesses/{id}/seals/{sealId}/members',
  summary: 'Give members permission to use a seal, by email or ID. Existing permissions remain.',
  credential: 'user',
  params: one,
  body: names,
  output: Seal,
  errors: ['not_found', 'business.not_allowed', 'validation.failed'],
})

export const removeSealMembers = endpoint({
  name: 'removeSealMembers',
  method: 'DELETE',
  path: '/v1/businesses/{id}/seals/{sealId}/members',
  summary:
    'Revoke members’ permission to use a seal, by email or ID. Existing seals on documents don’t change.',
  credential: 'user',
  params: one,
  body: names,
  output: Seal,
  errors: ['not_found', 'business.not_allowed', 'validation.failed'],
})

export const getSealImage = endpoint({
  name: 'getSealImage',
  method: 'GET',
  path: '/v1/businesses/{id}/seals/{sealId}/image',
  summary: 'Get a seal’s image.',
  credential: 'user',
  params: one,
  output: binary('image/png'),
  errors: ['not_found'],
})

export const setSealImage = endpoint({
  name: 'setSealImage',
  method: 'POST',
  path: '/v1/businesses/{id}/seals/{sealId}/image',
  summary: 'Set a seal’s image: PNG, JPEG or WebP, in base64 or as multipart. It is cropped to its content.',
  credential: 'user',
  carriesFiles: 'picture',
  params: one,
  body: z.object({ image: Base64 }),
  picturePart: { field: 'image', names: ['image', 'file'] },
  output: Seal,
  errors: ['not_found', 'business.not_allowed', 'image.invalid', 'image.too_large', 'validation.failed'],
})

export const deleteSealImage = endpoint({
  name: 'deleteSealImage',
  method: 'DELETE',
  path: '/v1/businesses/{id}/seals/{sealId}/image',
  summary: 'Delete a seal’s image. Its label is shown instead.',
  credential: 'user',
  params: one,
  output: Seal,
  errors: ['not_found', 'business.not_allowed'],
})
