import * as z from 'zod/mini'
import { documentErrors } from '../documents.ts'
import { endpoint } from '../endpoint.ts'
import { Base64, Email, Id, line, text, wholeNumber, searchText } from '../values.ts'
import { signatureRequestErrors } from './errors.ts'
import {
  ObserverEmail,
  requestFields,
  SignatureRequestV2,
  SignatureRequestV3,
  SignerStatusV2,
  SignerStatusV3,
  SignerV2,
  SignerV3,
  StatusV2,
  StatusV3,
} from './shapes.ts'
import { requestNames } from './published-names.ts'

/** Signature requests by API users. `/v2`: of one document, sent at once. `/v3`: of several, a draft until it is sent. */

const byApiUser = { credential: 'api-user', scope: 'signature_requests', nullNames: requestNames } as const
const optional = <Schema extends z.ZodMiniType>(schema: Schema) => z.optional(z.nullable(schema))
const ById = z.object({ id: Id })
const emails = z.array(Email).check(z.maxLength(50))

/** The document in one of three ways. */
const source = {
  content: optional(Base64),
  content_type: optional(line(100)),
  /** An https address that it is fetched from. */
  file_url: optional(z.string().check(z.maxLength(2048))),
  /** One that was uploaded before. */
  document_id: optional(Id),
}

export const createRequestV2 = endpoint({
  name: 'createRequestV2',
  method: 'POST',
  path: '/v2/signature-requests',
  summary: 'Create a signature request of one document and send it. Without `quality` it is qualified (QES).',
  ...byApiUser,
  carriesFiles: true,
  fileMembers: ['content'],
  body: z.object({
    ...requestFields,
    ...source,
    signatures: optional(z.array(SignerV2).check(z.maxLength(500))),
    cc_email_addresses: optional(emails),
  }),
  output: SignatureRequestV2,
  errors: [...signatureRequestErrors.create, ...signatureRequestErrors.send],
})

export const createRequestV3 = endpoint({
  name: 'createRequestV3',
  method: 'POST',
  path: '/v3/signature-requests',
  summary:
    'Create a draft of uploaded documents; one that another request has already gets an id of its own. Nobody is notified until it is sent. Without `quality` it is qualified (QES).',
  ...byApiUser,
  body: z.object({
    ...requestFields,
    documents: z.array(z.object({ id: Id })).check(z.minLength(1), z.maxLength(50)),
    signatures: optional(z.array(SignerV3).check(z.maxLength(500))),
    observers: optional(z.array(ObserverEmail).check(z.maxLength(50))),
  }),
  output: SignatureRequestV3,
  errors: signatureRequestErrors.create,
})

const listed = <Status extends z.ZodMiniType, SignerStatus extends z.ZodMiniType>(
  status: Status,
  signerStatus: SignerStatus,
) =>
  z.object({
    /** Requests in which the account of this email signs. */
    account_email: z.optional(Email),
    /** Part of a title, a document’s or person’s name, or `custom`. */
    search: z.optional(searchText(200)),
    /** Requests in which a signer has this status; with `account_email`, that signer. */
    signature_status: z.optional(signerStatus),
    status_overall: z.optional(status),
    page_number: z._default(wholeNumber(1, 1_000_000), 1),
    page_size: z._default(wholeNumber(1, 100), 50),
  })

export const listRequestsV2 = endpoint({
  name: 'listRequestsV2',
  method: 'GET',
  path: '/v2/signature-requests',
  summary: 'List signature requests, newest first.',
  ...byApiUser,
  query: listed(StatusV2, SignerStatusV2),
  output: z.array(SignatureRequestV2),
})
export const listRequestsV3 = endpoint({
  name: 'listRequestsV3',
  method: 'GET',
  path: '/v3/signature-requests',
  summary: 'List signature requests, newest first.',
  ...byApiUser,
  query: listed(StatusV3, SignerStatusV3),
  output: z.array(SignatureRequestV3),
})

/** What is left out stays. */
const { title, ...otherFields } = requestFields
const changed = { id: Id, title: optional(title), ...otherFields }

export const updateRequestV2 = endpoint({
  name: 'updateRequestV2',
  method: 'PUT',
  path: '/v2/signature-requests',
  summary: 'Update a signature request, before the first signature. Signers that are left out are removed.',
  ...byApiUser,
  body: z.object({
    ...changed,
    signatures: optional(z.array(z.extend(SignerV2, { sid: optional(Id) })).check(z.maxLength(500))),
    cc_email_addresses: optional(emails),
  }),
  output: SignatureRequestV2,
  errors: signatureRequestErrors.change,
})
export const updateRequestV3 = endpoint({
  name: 'updateRequestV3',
  method: 'PUT',
  path: '/v3/signature-requests',
  summary: 'Update a signature request, before the first signature. Signers that are left out are removed.',
  ...byApiUser,
  body: z.object({
    ...changed,
    signatures: optional(z.array(z.extend(SignerV3, { sid: optional(Id) })).check(z.maxLength(500))),
    observers: optional(z.array(ObserverEmail).check(z.maxLength(50))),
  }),
  output: SignatureRequestV3,
  errors: signatureRequestErrors.change,
})

export const initiateRequestV3 = endpoint({
  name: 'initiateRequestV3',
  method: 'POST',
  path: '/v3/signature-requests/{id}/initiate',
  summary: 'Send a draft: invitations are emailed.',
  ...byApiUser,
  params: ById,
  output: SignatureRequestV3,
  errors: signatureRequestErrors.send,
})

export const getRequestV2 = endpoint({
  name: 'getRequestV2',
  method: 'GET',
  path: '/v2/signature-requests/{id}',
  summary: 'Get a signature request.',
  ...byApiUser,
  params: ById,
  output: SignatureRequestV2,
  errors: ['not_found'],
})
export const getRequestV3 = endpoint({
  ...getRequestV2,
  name: 'getRequestV3',
  path: '/v3/signature-requests/{id}',
  output: SignatureRequestV3,
})

export const deleteRequestV2 = endpoint({
  name: 'deleteRequestV2',
  method: 'DELETE',
  path: '/v2/signature-requests/{id}',
  summary: 'Delete a signature request: an open one is withdrawn; one that has ended is deleted.',
  ...byApiUser,
  params: ById,
  errors: ['not_found', 'request.signature_pending', 'request.under_retention'],
})
export const deleteRequestV3 = endpoint({
  ...deleteRequestV2,
  name: 'deleteRequestV3',
  path: '/v3/signature-requests/{id}',
})

export const withdrawRequestV2 = endpoint({
  name: 'withdrawRequestV2',
  method: 'POST',
  path: '/v2/signature-requests/{id}/withdraw',
  summary: 'Withdraw an open request. Its signers are emailed, with the message.',
  ...byApiUser,
  params: ById,
  body: z.object({ message: optional(text(2048)) }),
  output: SignatureRequestV2,
  errors: ['not_found', 'request.not_open'],
})
export const withdrawRequestV3 = endpoint({
  ...withdrawRequestV2,
  name: 'withdrawRequestV3',
  path: '/v3/signature-requests/{id}/withdraw',
  output: SignatureRequestV3,
})

export const remindSignersV2 = endpoint({
  name: 'remindSignersV2',
  method: 'POST',
  path: '/v2/signature-requests/{id}/remind',
  summary: 'Remind the signers whose turn it is, at most once an hour each.',
  ...byApiUser,
  params: ById,
  errors: ['email.limit_reached', 'not_found', 'request.not_open', 'rate.exceeded'],
})
export const remindSignersV3 = endpoint({
  ...remindSignersV2,
  name: 'remindSignersV3',
  path: '/v3/signature-requests/{id}/remind',
})

export const addSignerV2 = endpoint({
  name: 'addSignerV2',
  method: 'POST',
  path: '/v2/signature-requests/{id}/signatures',
  summary: 'Add a signer, before the first signature.',
  ...byApiUser,
  params: ById,
  body: SignerV2,
  output: SignatureRequestV2,
  errors: signatureRequestErrors.change,
})
export const addSignerV3 = endpoint({
  ...addSignerV2,
  name: 'addSignerV3',
  path: '/v3/signature-requests/{id}/signatures',
  body: SignerV3,
  output: SignatureRequestV3,
})

export const removeSignerV2 = endpoint({
  name: 'removeSignerV2',
  method: 'DELETE',
  path: '/v2/signature-requests/{id}/signatures/{sigId}',
  summary: 'Remove a signer, before the first signature.',
  ...byApiUser,
  params: z.object({ id: Id, sigId: Id }),
  output: SignatureRequestV2,
  errors: signatureRequestErrors.change,
})
export const removeSignerV3 = endpoint({
  ...removeSignerV2,
  name: 'removeSignerV3',
  path: '/v3/signature-requests/{id}/signatures/{sigId}',
  output: SignatureRequestV3,
})

export const addDocumentV3 = endpoint({
  name: 'addDocumentV3',
  method: 'POST',
  path: '/v3/signature-requests/{id}/documents',
  summary: 'Add a document to a draft.',
  ...byApiUser,
  carriesFiles: true,
  fileMembers: ['content'],
  params: ById,
  body: z.object({ content: Base64 }),
  output: SignatureRequestV3,
  errors: [
    'business.payment_required',
    'plan.not_included',
    'not_found',
    'request.not_draft',
    'request.too_many_documents',
    'service.saturated',
    'validation.failed',
    ...documentErrors,
  ],
})

export const removeDocumentV3 = endpoint({
  name: 'removeDocumentV3',
  method: 'DELETE',
  path: '/v3/signature-requests/{id}/documents/{docId}',
  summary: 'Remove a document from a draft.',
  ...byApiUser,
  params: z.object({ id: Id, docId: Id }),
  output: SignatureRequestV3,
  errors: ['not_found', 'request.not_draft'],
})
