import * as z from 'zod/mini'
import { CountedQuality, PlanFeature } from './billing-shapes.ts'

/** The password was right: `challenge` is good for one sign-in with one of the methods, for a few minutes. */
export const SecondFactorChallenge = z.object({
  challenge: z.string(),
  expires_at: z.iso.datetime(),
  methods: z.array(z.enum(['totp', 'passkey', 'recovery_code'])),
  /** The options of WebAuthn's navigator.credentials.get() as JSON, where a passkey is among the methods. */
  passkey: z.nullable(z.record(z.string(), z.unknown())),
})
export type SecondFactorChallenge = z.infer<typeof SecondFactorChallenge>

/** The requirements that a signer can meet before signing, in the order in which they do it. */
export const Requirement = z.enum(['name', 'identification', 'mobile', 'terms'])
export type Requirement = z.infer<typeof Requirement>

/** How an error of the api looks, whatever the call. `key` is stable; `message` is English for developers. */
export const ApiError = z.object({
  type: z.string(),
  method: z.string(),
  path: z.string(),
  status: z.int(),
  message: z.string(),
  key: z.string(),
  /** With `validation.failed` and `request.document_without_signer`: each wrong field, by its path in the body, query or address. */
  fields: z.optional(z.array(z.object({ field: z.string(), code: z.string(), message: z.string() }))),
  /** With `request.under_retention`: when it is auto-deleted, or can be deleted, where that is known. With `business.deletion_pending`: when the business is. */
  until: z.optional(z.iso.datetime()),
  /** With `signing.identification_required` and `signing.requirements_unmet`: all unmet requirements. */
  requirements: z.optional(z.array(Requirement)),
  /** With `plan.not_included`: what is not, or no more. */
  feature: z.optional(PlanFeature),
  /** With `plan.signatures_exhausted`: the signature level. */
  quality: z.optional(CountedQuality),
  /** With `idempotency.done`: the id of what the call has made, where it has one. */
  result_id: z.optional(z.string()),
  /** With `internal`: the id of the call, as in the header `X-Request-Id`. The log has what happened under it. */
  id: z.optional(z.string()),
  /** With `auth.second_factor_required`: what signing in still requires. */
  second_factor: z.optional(SecondFactorChallenge),
})
export type ApiError = z.infer<typeof ApiError>

const problem = '/problem/problem-with-message'

/** The closed list of errors: every refusal of the api is one of these keys. */
export const errors = {
  'validation.failed': { status: 400, type: '/problem/constraint-violation', message: 'A field is invalid.' },
  'request.malformed': { status: 400, type: problem, message: 'The request could not be read.' },
  'request.too_large': {
    status: 413,
    type: '/problem/limit-exceeded',
    message: 'The request body is too large. Send less at once.',
  },
  'confirmation.invalid': {
    status: 400,
    type: problem,
    message: 'The link is invalid, already used or expired.',
  },
  'password.weak': {
    status: 400,
    type: '/problem/constraint-violation',
    message: 'The password is too weak.',
  },
  'terms.not_accepted': { status: 400, type: problem, message: 'Accept the terms.' },
  'second_factor.code_invalid': {
    status: 400,
    type: problem,
    message: 'Incorrect or expired code.',
  },
  'second_factor.passkey_invalid': { status: 400, type: problem, message: 'The passkey was not accepted.' },
  'auth.required': { status: 401, type: problem, message: 'Sign in first.' },
  'auth.credentials_invalid': { status: 401, type: problem, message: 'Incorrect email or password.' },
  'auth.company_sign_in_required': {
    status: 403,
    type: problem,
    message: 'Sign in with your company.',
  },
  'auth.link_invalid': { status: 401, type: problem, message: 'The link is invalid or has expired.' },
  'auth.link_delegated': {
    status: 401,
    type: problem,
    message: 'The signer of this link has delegated the request to someone else.',
  },
  'auth.link_removed': {
    status: 401,
    type: problem,
    message: 'The sender no longer requests a signature through this link.',
  },
  'auth.link_account': {
    status: 401,
    type: problem,
    message: 'The request of this link is now in an account. Sign in.',
  },
  'api_user.token_invalid': {
    status: 403,
    type: problem,
    message: 'The token is invalid or has expired. Sign in again.',
  },
  'api_user.credentials_invalid': {
    status: 401,
    type: problem,
    message: 'Incorrect user name or key.',
  },
  'api_user.key_expired': {
    status: 401,
    type: problem,
    message: 'The key has expired. An administrator of the business can create a new one.',
  },
  'api_user.not_opened': {
    status: 403,
    type: problem,
    message: 'This API user does not have permission for this call.',
  },
  'auth.token_expired': { status: 401, type: problem, message: 'The token has expired.' },
  'auth.second_factor_required': {
    status: 403,
    type: problem,
    message: 'Signing in requires a second factor.',
  },
  'password.wrong': { status: 403, type: problem, message: 'Incorrect password.' },
  'password.change_required': {
    status: 403,
    type: problem,
    message: 'The password is too weak. Change it first.',
  },
  'terms.acceptance_required': { status: 403, type: problem, message: 'Accept the terms first.' },
  not_allowed: { status: 403, type: problem, message: 'You do not have permission to do this.' },
  'business.not_allowed': {
    status: 403,
    type: problem,
    message: 'Only administrators of the business can do this.',
  },
  'business.member_locked': {
    status: 403,
    type: problem,
    message: 'Your business has no seat for you, or is locked.',
  },
  'business.already_member': {
    status: 409,
    type: problem,
    message: 'An account can belong to one business only. Leave the other one first.',
  },
  'business.last_admin': {
    status: 409,
    type: problem,
    message: 'A business needs at least one administrator.',
  },
  'business.deletion_pending': {
    status: 409,
    type: problem,
    message:
      'You are the only administrator of a business that will be deleted. Make someone else an administrator, or wait until it is deleted.',
  },
  'business.transfer_running': {
    status: 409,
    type: problem,
    message: 'What this account made for a business is being transferred. Try again in a few minutes.',
  },
  'business.no_seat': {
    status: 409,
    type: '/problem/limit-exceeded',
    message: 'The business has no seats left.',
  },
  'business.not_being_deleted': {
    status: 409,
    type: problem,
    message: 'This business is not scheduled for deletion.',
  },
  'business.too_many_domains': {
    status: 409,
    type: '/problem/limit-exceeded',
    message: 'A business can have up to 50 domains.',
  },
  'identity_provider.required': {
    status: 409,
    type: problem,
    message: 'Stop requiring company sign-in first.',
  },
  'identity_provider.not_tested': {
    status: 409,
    type: problem,
    message: 'Test the sign-in as yourself first.',
  },
  'business.too_many_scim_tokens': {
    status: 409,
    type: '/problem/limit-exceeded',
    message: 'A business can have up to 5 SCIM tokens.',
  },
  'business.too_many_api_users': {
    status: 409,
    type: '/problem/limit-exceeded',
    message: 'A business can have up to 100 API users.',
  },
  'callback.secret_shown': {
    status: 409,
    type: problem,
    message: 'The secret has already been shown. Rotate it to get a new one.',
  },
  'callback.api_user_deleted': {
    status: 409,
    type: problem,
    message: 'The API user of this callback was deleted.',
  },
  'business.payment_required': {
    status: 402,
    type: problem,
    message: 'The business has no active plan: its trial or plan has ended. An administrator can buy one.',
  },
  'plan.not_included': {
    status: 403,
    type: '/problem/limit-exceeded',
    message: 'The plan does not include this, or its limit is reached.',
  },
  'plan.signatures_exhausted': {
    status: 403,
    type: '/problem/limit-exceeded',
    message: 'The plan that pays for this has no signatures left this month.',
  },
  'billing.not_configured': {
    status: 409,
    type: problem,
    message: 'This installation has no billing: everything is included.',
  },
  'billing.manual': {
    status: 409,
    type: problem,
    message: 'This business pays by invoice. Contact us to change its plan.',
  },
  'billing.no_subscription': { status: 409, type: problem, message: 'The business has no plan.' },
  'billing.trial_over': { status: 409, type: problem, message: 'The trial has already ended.' },
  'billing.stale': {
    status: 409,
    type: problem,
    message: 'The seats or the price have changed since this page was opened. Check them again.',
  },
  'billing.in_progress': {
    status: 409,
    type: problem,
    message: 'Another payment is in progress. Finish it, or wait a moment.',
  },
  'billing.payment_declined': {
    status: 402,
    type: problem,
    message: 'The payment was declined. Nothing was charged: use another payment method.',
  },
  'billing.authentication_required': {
    status: 402,
    type: problem,
    message:
      'The bank requires confirmation of the payment. Nothing was charged: confirm it, or use another payment method.',
  },
  'billing.provider_unavailable': {
    status: 503,
    type: problem,
    message: 'The payment provider is not responding. Try again.',
  },
  'billing.provider_misconfigured': {
    status: 503,
    type: problem,
    message:
      'Payments are set up incorrectly on this installation. Nothing was charged. Contact its operator.',
  },
  'billing.order_kept': {
    status: 503,
    type: problem,
    message: 'The order is kept and will be completed once the payment provider accepts it.',
  },
  'billing.plan_not_sold': {
    status: 400,
    type: '/problem/constraint-violation',
    message: 'This plan is not available for this billing period and currency.',
  },
  'billing.country_without_price': {
    status: 400,
    type: '/problem/constraint-violation',
    message: 'There is no price for this country. Contact us.',
  },
  'billing.currency_fixed': {
    status: 409,
    type: problem,
    message: 'The currency of a plan cannot be changed.',
  },
  'billing.vat_malformed': {
    status: 400,
    type: '/problem/constraint-violation',
    message: 'This is not a valid VAT number for this country.',
  },
  'billing.seats_out_of_range': {
    status: 400,
    type: '/problem/constraint-violation',
    message: 'The plan is not available with this number of seats.',
  },
  'billing.seats_in_use': {
    status: 409,
    type: problem,
    message: 'More seats are in use. Choose who gives up theirs first.',
  },
  'billing.promo_unknown': {
    status: 400,
    type: '/problem/constraint-violation',
    message: 'This promotion code does not exist.',
  },
  'billing.promo_expired': {
    status: 400,
    type: '/problem/constraint-violation',
    message: 'This promotion code has expired.',
  },
  'billing.promo_used_up': {
    status: 400,
    type: '/problem/constraint-violation',
    message: 'This promotion code has been used up.',
  },
  'billing.promo_not_for_plan': {
    status: 400,
    type: '/problem/constraint-violation',
    message: 'This promotion code is not valid for this plan, or for a change that costs nothing now.',
  },
  'billing.referral_unknown': {
    status: 400,
    type: '/problem/constraint-violation',
    message: 'This referral code does not exist.',
  },
  'seal.not_allowed': { status: 403, type: problem, message: 'You do not have permission to use this seal.' },
  'seal.demonstration': {
    status: 409,
    type: problem,
    message: 'API users in the DEMO environment can’t seal. Use one in the PRODUCTION environment.',
  },
  'seal.not_ready': {
    status: 409,
    type: problem,
    message: 'This seal is unavailable: the trust service has not confirmed it, or it was turned off.',
  },
  not_found: { status: 404, type: '/problem/entity-not-found', message: 'Not found.' },
  'method.not_allowed': { status: 405, type: problem, message: 'This method is not allowed here.' },
  'account.exists': { status: 409, type: problem, message: 'An account with this email already exists.' },
  'request.not_draft': { status: 409, type: problem, message: 'The signature request is no longer a draft.' },
  'request.not_open': { status: 409, type: problem, message: 'The signature request is not open.' },
  'request.already_signed': { status: 409, type: problem, message: 'Someone has already signed.' },
  'request.no_documents': { status: 409, type: problem, message: 'The signature request has no document.' },
  'signing.too_late': {
    status: 409,
    type: problem,
    message: 'The signature was already made, or is in progress, with the data submitted earlier.',
  },
  'signing.changed': {
    status: 409,
    type: problem,
    message: 'The content to be signed has changed since it was shown. Show it again.',
  },
  'request.document_without_signer': {
    status: 409,
    type: problem,
    message: 'A document has no signer: choose who signs it, or remove it.',
  },
  'request.no_signers': { status: 409, type: problem, message: 'The signature request has no signer.' },
  'request.too_many_documents': {
    status: 409,
    type: '/problem/limit-exceeded',
    message: 'A signature request can have up to 50 documents.',
  },
  'request.signature_pending': {
    status: 409,
    type: problem,
    message: 'You still need to sign: sign, decline or delegate first.',
  },
  'request.too_many_attachments': {
    status: 409,
    type: '/problem/limit-exceeded',
    message: 'A signature request can have up to 20 attachments.',
  },
  'template.in_use': {
    status: 409,
    type: problem,
    message: 'A bulk send from this template is still running. Wait, or cancel it.',
  },
  'template.too_many': {
    status: 409,
    type: '/problem/limit-exceeded',
    message: 'An account can have up to 200 templates.',
  },
  'bulk_send.too_many': {
    status: 409,
    type: '/problem/limit-exceeded',
    message: 'Up to 5 bulk sends can run at a time.',
  },
  'document.in_use': { status: 409, type: problem, message: 'The document is part of a signature request.' },
  'request.changed': {
    status: 409,
    type: problem,
    message: 'Someone else changed this in the meantime. Reload it.',
  },
  'signature.not_in_turn': { status: 409, type: problem, message: 'An earlier signer must sign first.' },
  'signature.already_signed': {
    status: 409,
    type: problem,
    message: 'This signature has already been made.',
  },
  'signature.taken_by_member': {
    status: 409,
    type: problem,
    message: 'Another member of the group has signed or is signing right now.',
  },
  'group.changed': {
    status: 409,
    type: problem,
    message: 'Someone else changed this group in the meantime. Reload it.',
  },
  'group.too_many': {
    status: 409,
    type: '/problem/limit-exceeded',
    message: 'The limit for signer groups is reached.',
  },
  'group.too_many_members': {
    status: 409,
    type: '/problem/limit-exceeded',
    message: 'The signer group has too many members.',
  },
  'second_factor.exists': { status: 409, type: problem, message: 'This second factor is already set up.' },
  'second_factor.too_many': {
    status: 409,
    type: '/problem/limit-exceeded',
    message: 'An account can have up to 10 second factors.',
  },
  'identity.taken': {
    status: 409,
    type: problem,
    message: 'This company identity belongs to another account.',
  },
  'visual_signature.too_many': {
    status: 409,
    type: '/problem/limit-exceeded',
    message: 'An account can have up to 25 visual signatures.',
  },
  'feature.unavailable': { status: 409, type: problem, message: 'This is not set up on this installation.' },
  'idempotency.running': {
    status: 409,
    type: problem,
    message: 'The same request is still in progress.',
  },
  'idempotency.done': {
    status: 409,
    type: problem,
    message:
      'The request was completed, but its response is no longer available. Check the result before you send it again.',
  },
  'retention.set_by_business': {
    status: 409,
    type: problem,
    message: 'Your business manages the auto-deletion rule.',
  },
  'request.under_retention': {
    status: 409,
    type: problem,
    message:
      'Auto-deletion or Part 11 keeps the signature request, so it cannot be deleted manually. `until` says how long, where that is known.',
  },
  'document.deleted': {
    status: 410,
    type: '/problem/entity-not-found',
    message: 'The document was auto-deleted.',
  },
  'anonymous_upload.code_wrong': { status: 403, type: problem, message: 'Incorrect access code.' },
  'anonymous_upload.claimed': {
    status: 409,
    type: problem,
    message: 'Failed to claim signature request: someone else has claimed it.',
  },
  'anonymous_upload.over': {
    status: 409,
    type: problem,
    message: 'Failed to claim signature request: it was withdrawn or has expired.',
  },
  'document.too_large': { status: 413, type: '/problem/limit-exceeded', message: 'The file is too large.' },
  'media.unsupported': { status: 415, type: problem, message: 'This content type is not supported.' },
  'image.invalid': { status: 422, type: problem, message: 'The file is not an image that can be read.' },
  'image.too_large': {
    status: 413,
    type: '/problem/limit-exceeded',
    message: 'The image is larger than 10 MB or 40 megapixels.',
  },
  'image.too_complex': {
    status: 422,
    type: '/problem/limit-exceeded',
    message: 'Processing the image takes too long. Try again with a smaller one.',
  },
  'attachment.type_not_taken': {
    status: 422,
    type: problem,
    message: 'Attachments are PDF, Office files, GIF, JPEG, PNG and text.',
  },
  'document.not_a_pdf': { status: 422, type: problem, message: 'The file is not a PDF.' },
  'document.office_not_taken': {
    status: 422,
    type: problem,
    message: 'Office files cannot be converted on this installation. Save the file as PDF.',
  },
  'document.conversion_failed': {
    status: 422,
    type: problem,
    message: 'The Office file could not be converted to PDF.',
  },
  'document.damaged': { status: 422, type: problem, message: 'The PDF is damaged and cannot be repaired.' },
  'document.unsupported_filter': {
    status: 422,
    type: problem,
    message: 'The PDF uses an unsupported compression method.',
  },
  'document.encrypted': { status: 422, type: problem, message: 'The PDF is password-protected.' },
  'document.signed_and_encrypted': {
    status: 422,
    type: problem,
    message: 'The PDF is signed and encrypted. Decrypting it would invalidate its signatures.',
  },
  'document.no_pages': { status: 422, type: problem, message: 'The PDF has no pages.' },
  'document.too_many_pages': {
    status: 422,
    type: '/problem/limit-exceeded',
    message: 'The PDF has too many pages.',
  },
  'document.certified_no_changes': {
    status: 422,
    type: problem,
    message: 'The PDF is certified and cannot be changed or signed.',
  },
  'document.certified_no_free_field': {
    status: 422,
    type: problem,
    message:
      'The PDF is certified and has no empty signature field: a signature in a new field would invalidate it.',
  },
  'document.certified_hidden_field': {
    status: 422,
    type: problem,
    message: 'The PDF is certified, and its empty signature fields are hidden or part of a layer.',
  },
  'document.certified_seed_value': {
    status: 422,
    type: problem,
    message:
      'The PDF is certified, and its empty signature fields require a kind of signature that this service does not make (/SV).',
  },
  'document.not_signable': {
    status: 422,
    type: problem,
    message: 'A signature in the PDF would not be valid: its pages share objects that signing changes.',
  },
  'document.field_locked': {
    status: 422,
    type: problem,
    message: 'A signature in the PDF locks its fields.',
  },
  'document.active_content': {
    status: 422,
    type: problem,
    message: 'The PDF contains scripts that run when it is opened.',
  },
  'document.dynamic_form': {
    status: 422,
    type: problem,
    message: 'The PDF is a dynamic form.',
  },
  'document.signed_and_damaged': {
    status: 422,
    type: problem,
    message: 'The PDF is signed and damaged. Repairing it would invalidate its signatures.',
  },
  'document.too_complex': {
    status: 422,
    type: '/problem/limit-exceeded',
    message: 'The PDF is too complex to process.',
  },
  'document.image_too_large': {
    status: 422,
    type: '/problem/limit-exceeded',
    message:
      'The image has too many pixels. The limit is 110 megapixels, or 50 for progressive JPEG and interlaced PNG.',
  },
  'idempotency.mismatch': {
    status: 422,
    type: problem,
    message: 'The same Idempotency-Key was sent with a different body.',
  },
  'rate.exceeded': {
    status: 429,
    type: '/problem/limit-exceeded',
    message: 'Too many attempts. Try again later.',
  },
  'email.limit_reached': {
    status: 429,
    type: '/problem/limit-exceeded',
    message:
      'Too many emails to one person, or too many from a new account. Nothing was sent. Try again later.',
  },
  internal: { status: 500, type: problem, message: 'Something went wrong on our side.' },
  'signing.locked': {
    status: 423,
    type: problem,
    message: 'Someone else is signing right now. Try again in a few minutes.',
  },
  'signing.identification_required': {
    status: 409,
    type: problem,
    message:
      'This signature level requires identity verification first. `requirements` lists what is missing.',
  },
  'signing.requirements_unmet': {
    status: 409,
    type: problem,
    message: 'The signer does not meet all requirements of this signature level: see `requirements`.',
  },
  'identification.not_covered': {
    status: 409,
    type: problem,
    message: 'This identity verification method is not included. Choose an available one.',
  },
  'identification.succeeded': {
    status: 409,
    type: problem,
    message: 'This identity verification has succeeded and cannot be removed before it expires.',
  },
  'signing.quality_unavailable': {
    status: 409,
    type: problem,
    message: 'This signature level is not available on this installation or to this signer.',
  },
  'approval.over': {
    status: 409,
    type: problem,
    message: 'This confirmation was given or cancelled, or has expired.',
  },
  'tan.invalid': { status: 400, type: problem, message: 'Incorrect code.' },
  'tan.expired': { status: 409, type: problem, message: 'The code has expired.' },
  'tan.locked': {
    status: 409,
    type: problem,
    message: 'Too many incorrect codes. This signature was stopped.',
  },
  'tan.no_more_resends': {
    status: 409,
    type: '/problem/limit-exceeded',
    message: 'No resends left.',
  },
  'service.saturated': { status: 503, type: problem, message: 'The service is busy. Try again.' },
  'service.unavailable': {
    status: 503,
    type: problem,
    message: 'Part of the service is temporarily unavailable. Try again.',
  },
} as const satisfies Record<string, { status: number; type: string; message: string }>

export type ErrorKey = keyof typeof errors

/** Why a signature could not be made, as 7.6 answers it in `error`. */
export const SigningError = z.enum([
  'signing_failed',
  /** No signer's signature would be valid: the request has ended with an error. */
  'document_not_signable',
  'timestamp_unavailable',
  'mobile_signing_failed',
  'serial_number_mismatch',
  'tan_invalid',
  'tan_expired',
  'tan_locked',
  'signing_locked',
  'signatures_exhausted',
  'identification_required',
  /** The signer's credential at the trust service makes too few signatures with one approval. */
  'too_many_documents',
  'reauthentication_failed',
  'service_unavailable',
  'timed_out',
  'cancelled',
  /** It was declined, withdrawn or over before the signature was made. */
  'request.not_open',
  /** The signer could no longer sign at this level when they confirmed, such as a regulated record after leaving the business. */
  'signing.quality_unavailable',
])
export type SigningError = z.infer<typeof SigningError>
