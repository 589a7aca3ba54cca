import * as z from 'zod/mini'
import { VisualSignaturePermissions } from './account-shapes.ts'
import { binary, endpoint } from './endpoint.ts'
import { SigningStatus } from './signature-request-shapes.ts'
import { FieldInput } from './signer-fields.ts'
import {
  Base64,
  GivenInstant,
  Id,
  Language,
  Legislation,
  line,
  plainName,
  Quality,
  Secret,
} from './values.ts'

/** 7.6: signing. A signature that needs no step is complete when the call answers, or continues as a job after 2 s. */

/** Of a signature image as PNG, in bytes. */
export const signatureImageLimit = 1_050_000

/**
 * How the signature looks where the sender placed it: a kept one by its `id` (account holders), or a drawn, typed or
 * photographed one as PNG. Null is the name alone; left out it is the account's default visual signature, or the name alone.
 */
const Visual = z.object({
  id: z.optional(Id),
  image: z.optional(
    z.object({
      content: Base64.check(z.maxLength(1_400_000)),
      content_type: z.literal('image/png'),
      /** Of a photograph or a scan: the paper becomes transparent, and the picture is cut to its ink. */
      removeBackground: z.optional(z.boolean()),
    }),
  ),
})

export const sign = endpoint({
  name: 'sign',
  method: 'POST',
  path: '/v3/sign',
  summary:
    'Sign one or several requests. While a confirmation step is open, repeating the call replaces name, reason and appearance.',
  credential: 'user',
  carriesFiles: true,
  fileMembers: ['signatureRequests.*.documentSignatures.*.visualSignature.image.content'],
  body: z.object({
    signatureRequests: z
      .array(
        z.object({
          signatureRequestId: Id,
          /** Which of the caller's signatures, if there are several; by default the next one. */
          signatureId: z.optional(Id),
          /** The request's `updated_at` as it was read: refused if the sender has corrected it since. */
          updatedAt: z.optional(GivenInstant),
          /**
           * Of a guest whose name the sender did not give, and under Part 11. An account signs with its own name, and the person who
           * was identified with the verified one.
           */
          signingName: z.optional(z.nullable(plainName(200))),
          signingReason: z.optional(z.nullable(line(200))),
          /** Signs at a higher level than the request requires; by default at the request's level. */
          quality: z.optional(Quality),
          legislation: z.optional(Legislation),
          /** All the documents that this signer is asked to sign, and no others; empty or left out: those. */
          documentSignatures: z._default(
            z
              .array(
                z.object({
                  documentId: Id,
                  visualSignature: z.optional(z.nullable(Visual)),
                  /** What is not named has its saved value (`saveFieldInput`), else the prefilled one. */
                  fields: z.optional(FieldInput),
                }),
              )
              .check(z.maxLength(50)),
            [],
          ),
        }),
      )
      .check(z.minLength(1), z.maxLength(25)),
    language: z._default(Language, 'en'),
    /** Of the signer (IANA): under Part 11 the page says when in their own time. */
    timeZone: z.optional(line(60)),
    /** A seal's name: it signs in its organisation's name, and the person who makes the call has the right on it. */
    sealAccountName: z.optional(line(100, 1)),
    /**
     * The code that these signatures wait for. A wrong one is refused, and counted. Name, reason and appearance that come with
     * it replace those submitted before; with none of them, those stay.
     */
    tan: z.optional(Secret),
  }),
  output: z.object({ signatures: z.array(SigningStatus) }),
  errors: [
    'business.payment_required',
    'plan.signatures_exhausted',
    'not_found',
    'request.not_open',
    'request.changed',
    'signature.not_in_turn',
    'seal.not_allowed',
    'seal.not_ready',
    'signing.quality_unavailable',
    'validation.failed',
    'signing.locked',
    'signature.taken_by_member',
    'signature.already_signed',
    'signing.identification_required',
    'signing.requirements_unmet',
    'approval.over',
    'signing.too_late',
    'tan.invalid',
    'tan.expired',
    'tan.locked',
    'image.invalid',
    'image.too_large',
    'image.too_complex',
    'rate.exceeded',
    'service.saturated',
    'service.unavailable',
  ],
})

export const signDirect = endpoint({
  ...sign,
  name: 'signDirect',
  path: '/v3/direct/sign',
  credential: 'direct',
  errors: [...sign.errors, 'auth.link_invalid'],
})

export const previewSignature = endpoint({
  name: 'previewSignature',
  method: 'POST',
  path: '/v3/signature-requests/{id}/signatures/{sigId}/preview',
  summary:
    'Get an image of the signer’s field in one document as it would be printed now, at two pixels per point.',
  credential: 'user-or-direct',
  carriesFiles: 'picture',
  params: z.object({ id: Id, sigId: Id }),
  body: z.object({
    documentId: Id,
    visualSignature: z.optional(z.nullable(Visual)),
    signingName: z.optional(z.nullable(plainName(200))),
    timeZone: z.optional(line(60)),
  }),
  output: binary('image/png'),
  errors: [
    'not_found',
    'auth.link_invalid',
    'signing.requirements_unmet',
    'image.invalid',
    'validation.failed',
    'service.saturated',
  ],
})

export const getSigningStatus = endpoint({
  name: 'getSigningStatus',
  method: 'GET',
  path: '/v3/signature-requests/{id}/signatures/{sigId}/status',
  summary: 'Get the status of a signing. A signer who came by link sees only their own.',
  credential: 'user-or-direct',
  params: z.object({ id: Id, sigId: Id }),
  /** With the picture that will be signed. */
  query: z.object({ picture: z.optional(z.enum(['true', 'false'])) }),
  output: SigningStatus,
  errors: ['not_found'],
})

export const getDirectVisualSignature = endpoint({
  name: 'getDirectVisualSignature',
  method: 'GET',
  path: '/v1/direct/visual-signature',
  summary: 'Preview the default appearance for a signer who came by link.',
  credential: 'direct',
  output: z.object({
    name: z.string(),
    placeholder: z.string(),
    quality: Quality,
    legislation: z.nullable(Legislation),
    language: Language,
    permissions: VisualSignaturePermissions,
  }),
  errors: ['auth.link_invalid', 'rate.exceeded'],
})
