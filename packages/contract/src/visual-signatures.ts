import * as z from 'zod/mini'
import { VisualSignaturePermissions } from './account-shapes.ts'
import { binary, endpoint } from './endpoint.ts'
import { Base64, Id, Instant, Language, Legislation, line, Quality } from './values.ts'

/** 7.9: how a signature looks on the page. Sizes are pixels of a field of 300 × 140. */

export const visualSignatureSize = { width: 300, height: 140 } as const

/** `text`: no picture, the name in plain letters. A picture is set by `POST /v1/images/signature/{id}`. */
export const VisualSignatureKind = z.enum(['drawn', 'typed', 'uploaded', 'text'])
export type VisualSignatureKind = z.infer<typeof VisualSignatureKind>

const content = {
  alias: line(60, 1),
  kind: VisualSignatureKind,
  name: line(200, 1),
  /** The company, or another line below the name. */
  optionalLine: z.nullable(line(200)),
  location: z.nullable(line(100)),
  displayDate: z.boolean(),
  displayClaim: z.boolean(),
  displayStandards: z.boolean(),
  language: Language,
}

export const VisualSignature = z.object({
  id: Id,
  ...content,
  alias: z.string(),
  name: z.string(),
  optionalLine: z.nullable(z.string()),
  location: z.nullable(z.string()),
  hasCustomImage: z.boolean(),
  default: z.boolean(),
  /** What the claim and the standards say when it is shown without a request: the account's own defaults. */
  quality: Quality,
  legislation: z.nullable(Legislation),
  provider: z.nullable(z.string()),
  /** What a field shows before it is signed. */
  placeholder: z.string(),
  createdAt: Instant,
  updatedAt: Instant,
})
export type VisualSignature = z.infer<typeof VisualSignature>

const Changes = z.object({
  alias: z.optional(content.alias),
  kind: z.optional(content.kind),
  name: z.optional(content.name),
  optionalLine: z.optional(content.optionalLine),
  location: z.optional(content.location),
  displayDate: z.optional(z.boolean()),
  displayClaim: z.optional(z.boolean()),
  displayStandards: z.optional(z.boolean()),
  language: z.optional(Language),
  default: z.optional(z.boolean()),
})
const one = z.object({ id: Id })

export const createVisualSignature = endpoint({
  name: 'createVisualSignature',
  method: 'POST',
  path: '/v1/user/visual-signatures',
  summary: 'Create a visual signature. Omitted fields are taken from the account.',
  credential: 'user',
  body: Changes,
  output: VisualSignature,
  status: 201,
  errors: ['validation.failed', 'not_allowed', 'visual_signature.too_many'],
})

export const listVisualSignatures = endpoint({
  name: 'listVisualSignatures',
  method: 'GET',
  path: '/v1/user/visual-signatures',
  summary: 'List the account’s visual signatures, the default first.',
  credential: 'user',
  output: z.object({
    visualSignatures: z.array(VisualSignature),
    permissions: VisualSignaturePermissions,
  }),
})

export const getVisualSignature = endpoint({
  name: 'getVisualSignature',
  method: 'GET',
  path: '/v1/user/visual-signatures/{id}',
  summary: 'Get a visual signature.',
  credential: 'user',
  params: one,
  output: VisualSignature,
  errors: ['not_found'],
})

export const updateVisualSignature = endpoint({
  name: 'updateVisualSignature',
  method: 'PUT',
  path: '/v1/user/visual-signatures/{id}',
  summary: 'Update a visual signature, or make it the default.',
  credential: 'user',
  params: one,
  body: Changes,
  output: VisualSignature,
  errors: ['not_found', 'not_allowed', 'validation.failed'],
})

export const deleteVisualSignature = endpoint({
  name: 'deleteVisualSignature',
  method: 'DELETE',
  path: '/v1/user/visual-signatures/{id}',
  summary: 'Delete a visual signature. Documents signed with it don’t change.',
  credential: 'user',
  params: one,
  errors: ['not_found'],
})

export const getDefaultVisualSignature = endpoint({
  name: 'getDefaultVisualSignature',
  method: 'GET',
  path: '/v1/user/visual-signature',
  summary: 'Get the default visual signature.',
  credential: 'user',
  output: VisualSignature,
  errors: ['not_found'],
})

export const previewDefaultVisualSignature = endpoint({
  name: 'previewDefaultVisualSignature',
  method: 'GET',
  path: '/v1/user/preview-visual-signature',
  summary: 'Preview a visual signature as it will appear on the page: the default one, or `id`.',
  credential: 'user',
  query: z.object({ id: z.optional(Id), timeZone: z.optional(line(60)) }),
  output: binary('image/png'),
  errors: ['not_found'],
})

export const previewVisualSignature = endpoint({
  name: 'previewVisualSignature',
  method: 'POST',
  path: '/v1/user/preview-visual-signature',
  summary: 'Preview a typed signature without saving it: 300 × 140 points at two pixels per point.',
  credential: 'user',
  carriesFiles: 'picture',
  body: z.object({
    kind: content.kind,
    name: content.name,
    optionalLine: z.optional(content.optionalLine),
    location: z.optional(content.location),
    displayDate: z.boolean(),
    displayClaim: z.boolean(),
    displayStandards: z.boolean(),
    language: Language,
    quality: z.optional(Quality),
    legislation: z.optional(z.nullable(Legislation)),
    /** In which the date is shown (IANA). */
    timeZone: z.optional(line(60)),
    /** The picture that is not kept yet; `id` takes that of a kept one. */
    image: z.optional(
      z.nullable(z.object({ content: Base64, removeBackground: z._default(z.boolean(), false) })),
    ),
    id: z.optional(z.nullable(Id)),
  }),
  output: binary('image/png'),
  errors: ['image.invalid', 'image.too_large', 'not_found', 'validation.failed'],
})

export const setSignatureImage = endpoint({
  name: 'setSignatureImage',
  method: 'POST',
  path: '/v1/images/signature/{id}',
  summary:
    'Set the image of a visual signature: PNG, JPEG or WebP, in base64 or as multipart. It is cropped to its ink.',
  credential: 'user',
  carriesFiles: 'picture',
  params: one,
  body: z.object({
    content: Base64,
    /** Make paper transparent: for a photograph or a scan of a signature. */
    removeBackground: z._default(z.boolean(), false),
  }),
  picturePart: { field: 'content', names: ['image', 'file', 'content'] },
  output: VisualSignature,
  errors: ['not_found', 'image.invalid', 'image.too_large', 'validation.failed'],
})

export const deleteSignatureImage = endpoint({
  name: 'deleteSignatureImage',
  method: 'DELETE',
  path: '/v1/images/signature/{id}',
  summary: 'Delete the image of a visual signature. The typed name remains.',
  credential: 'user',
  params: one,
  output: VisualSignature,
  errors: ['not_found'],
})

export const getSignatureImage = endpoint({
  name: 'getSignatureImage',
  method: 'GET',
  path: '/v1/images/signature/{id}',
  summary: 'Get the image of a visual signature: cropped, with a transparent background.',
  credential: 'user',
  params: one,
  output: binary('image/png'),
  errors: ['not_found'],
})
