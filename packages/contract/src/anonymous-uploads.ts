import * as z from 'zod/mini'
import { Page, PageText } from './documents.ts'
import { binary, endpoint } from './endpoint.ts'
import { Base64, Id, Instant, line, SignerStatus, wholeNumber } from './values.ts'

/**
 * Anonymous uploads (`/sendto`): a document submitted without an account. Anyone with the link and the access code can
 * claim it, and gets it as a draft of their own. The access code comes in the header `X-Accesscode`. At `/v2/sendto` and
 * `/v3/sendto` programs find the published calls.
 */

/** How far an uploaded document has come. */
export const AnonymousUploadStatus = z.enum([
  'UNCLAIMED',
  'EXPIRED',
  'CLAIMED',
  'SIGNING',
  'SIGNED',
  'WITHDRAWN',
  'DECLINED',
])
export type AnonymousUploadStatus = z.infer<typeof AnonymousUploadStatus>

/** Its id, or the secret at the end of its link. */
const ById = z.object({ id: z.string().check(z.minLength(1), z.maxLength(100)) })
const ByToken = z.object({ token: z.string().check(z.minLength(1), z.maxLength(100)) })
const TokenPage = z.extend(ByToken, { n: wholeNumber(0, 99999) })

export const uploadAnonymously = endpoint({
  name: 'uploadAnonymously',
  method: 'POST',
  path: '/v1/sendto',
  summary:
    'Submit a document without an account. Returns the link and the access code, which is shown only once.',
  credential: 'none',
  carriesFiles: true,
  body: { upload: z.object({ title: line(255, 1), content: Base64 }) },
  output: z.object({
    url: z.string(),
    id: Id,
    access_code: z.string(),
    title: z.string(),
    /** When it is deleted unless someone claims it. */
    expires_at: Instant,
  }),
  status: 201,
  errors: [
    'document.too_large',
    'document.not_a_pdf',
    'document.damaged',
    'document.unsupported_filter',
    'document.encrypted',
    'document.no_pages',
    'document.too_many_pages',
    'document.certified_no_changes',
    'document.certified_no_free_field',
    'document.certified_hidden_field',
    'document.certified_seed_value',
    'document.not_signable',
    'document.field_locked',
    'document.active_content',
    'document.signed_and_damaged',
    'document.too_complex',
    'document.image_too_large',
    'service.saturated',
  ],
})

export const trackAnonymousUpload = endpoint({
  name: 'trackAnonymousUpload',
  method: 'GET',
  path: '/v1/sendto/{id}/track',
  summary: 'Track a submitted document: the signers’ names and statuses, without emails.',
  credential: 'none',
  accessCode: 'needed',
  params: ById,
  output: z.object({
    status: AnonymousUploadStatus,
    title: z.string(),
    created_at: Instant,
    expires_at: Instant,
    /** Who claimed it. */
    creator: z.nullable(z.object({ name: z.string() })),
    signers: z.array(
      z.object({
        name: z.nullable(z.string()),
        status_code: SignerStatus,
        signed_at: z.nullable(Instant),
      }),
    ),
  }),
  errors: ['anonymous_upload.code_wrong'],
})

export const downloadAnonymousUpload = endpoint({
  name: 'downloadAnonymousUpload',
  method: 'GET',
  path: '/v1/sendto/{id}/download',
  summary: 'Download a submitted document; once everyone has signed, the signed version.',
  credential: 'none',
  accessCode: 'needed',
  params: ById,
  output: binary('application/pdf'),
  errors: ['anonymous_upload.code_wrong'],
})

export const withdrawAnonymousUpload = endpoint({
  name: 'withdrawAnonymousUpload',
  method: 'DELETE',
  path: '/v1/sendto/{id}',
  summary: 'Withdraw a submitted document before it is claimed. Its content is deleted.',
  credential: 'none',
  accessCode: 'needed',
  params: ById,
  errors: [
    'anonymous_upload.code_wrong',
    'anonymous_upload.claimed',
    'anonymous_upload.over',
    'business.payment_required',
    'plan.not_included',
  ],
})

export const getAnonymousUpload = endpoint({
  name: 'getAnonymousUpload',
  method: 'GET',
  path: '/v3/sendto/{token}/get-internal',
  summary: 'Get a submitted document. With the access code, also its pages.',
  credential: 'user',
  accessCode: 'possible',
  params: ByToken,
  output: z.object({
    id: Id,
    title: z.string(),
    state: z.enum(['UNCLAIMED', 'CLAIMED', 'EXPIRED', 'WITHDRAWN']),
    created_at: Instant,
    expires_at: Instant,
    /** The draft it became, for the person who claimed it. */
    signature_request_id: z.nullable(Id),
    /** Only with the access code. */
    document: z.nullable(
      z.object({ name: z.string(), size: z.int(), sha256: z.string(), pages: z.array(Page) }),
    ),
  }),
  errors: ['anonymous_upload.code_wrong'],
})

export const getAnonymousUploadPage = endpoint({
  name: 'getAnonymousUploadPage',
  method: 'GET',
  path: '/v3/sendto/{token}/pages/{n}',
  summary:
    'Get the image of a page of a submitted document. `n` counts from 0; scale 100 is 144 dpi, 20 a thumbnail.',
  credential: 'user',
  accessCode: 'needed',
  params: TokenPage,
  query: z.object({ scale: z._default(wholeNumber(10, 300), 100) }),
  output: binary('image/webp'),
  errors: ['anonymous_upload.code_wrong', 'service.saturated', 'document.too_complex'],
})

export const getAnonymousUploadPageText = endpoint({
  name: 'getAnonymousUploadPageText',
  method: 'GET',
  path: '/v3/sendto/{token}/pages/{n}/text',
  summary: 'Get the text of a page of a submitted document, with positions.',
  credential: 'user',
  accessCode: 'needed',
  params: TokenPage,
  output: PageText,
  errors: ['anonymous_upload.code_wrong', 'service.saturated', 'document.too_complex'],
})

export const claimAnonymousUpload = endpoint({
  name: 'claimAnonymousUpload',
  method: 'POST',
  path: '/v3/sendto/{token}/claim',
  summary: 'Claim a submitted document: it becomes a draft of the account. Possible once.',
  credential: 'user',
  accessCode: 'needed',
  params: ByToken,
  output: z.object({ signature_request_id: Id }),
  status: 201,
  errors: [
    'anonymous_upload.code_wrong',
    'anonymous_upload.claimed',
    'anonymous_upload.over',
    'business.payment_required',
    'plan.not_included',
  ],
})
