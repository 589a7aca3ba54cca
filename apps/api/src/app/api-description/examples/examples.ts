import type { Endpoint, InputOf, OutputOf } from '@countersign/contract/endpoint.ts'
import * as access from '@countersign/contract/integration/access.ts'
import { listPaidSignatures, listPaidSignaturesV3 } from '@countersign/contract/integration/activities.ts'
import * as uploads from '@countersign/contract/integration/anonymous-uploads.ts'
import * as callbacks from '@countersign/contract/integration/callbacks.ts'
import * as documents from '@countersign/contract/integration/documents.ts'
import * as health from '@countersign/contract/health.ts'
import { getUserQualities, getUserQualitiesV3 } from '@countersign/contract/integration/qualities.ts'
import * as auditTrail from '@countersign/contract/integration/audit-trail.ts'
import * as attachmentCalls from '@countersign/contract/integration/attachments.ts'
import * as observerCalls from '@countersign/contract/integration/observers.ts'
import { sealDocument, sealDocumentV3 } from '@countersign/contract/integration/seals.ts'
import * as requests from '@countersign/contract/integration/signature-requests.ts'
import * as shapes from './shapes.ts'

/** What a reader of the API description sees sent and received; `examples.db.test.ts` makes each call. */
export interface CallExample {
  readonly params?: Readonly<Record<string, unknown>> | undefined
  readonly query?: Readonly<Record<string, unknown>> | undefined
  readonly body?: unknown
  /** Of a call that returns a file: where that is text, the text. */
  readonly response?: unknown
}

type Response<E extends Endpoint> = OutputOf<E> extends Blob ? string | undefined : OutputOf<E>

/** The types are the contract's, so an example of what a call no longer takes or returns doesn't compile. */
function of<E extends Endpoint>(call: E, input: InputOf<E>, response: Response<E>): [string, CallExample] {
  return [call.name, { ...(input as CallExample), response }]
}

const { ids, content, signer, position, requestV2, requestV3, draftV3, apiDocument, observer } = shapes
const { callback, apiUser } = shapes
const title = 'Rental contract'
const onRequest = { params: { id: ids.request } }
const onDocument = { params: { id: ids.document } }
const sent = {
  title,
  quality: requestV2.quality,
  message: requestV2.message,
  custom: requestV2.custom,
  callback_success_url: requestV2.callback_success_url,
}
const placedV2 = { ...signer, visual_signature: { position } }
const placedV3 = {
  ...signer,
  document_signatures: [{ document_id: ids.document, visual_signature: { position } }],
}
const plan = { filename: 'Plan.pdf', content_type: 'application/pdf', content }
const attachments = [{ attachment_id: ids.attachment, filename: plan.filename }]
const onAttachment = { params: { id: ids.request, attId: ids.attachment } }
const onObserver = { params: { id: ids.request, obs: ids.observer } }
const onSignature = { params: { id: ids.request, sigId: ids.signature } }
const credentials = { body: { username: apiUser, 'api-key': '9Q2fJx7mVtB4hKcW8sLrZ0yN3dPaGe6U' } }
const token = 'eyKxb0mZq3Wn8uTg5Rf2LcVhYd7SaPj1'
const healthy = { status: 'UP' as const, groups: [] }

const signIn = [access.loginApiUserV1, access.loginApiUser, access.loginApiUserV3].map((call) =>
  of(call, credentials, token),
)

const ofRequests = [
  of(requests.createRequestV2, { body: { ...sent, content, signatures: [placedV2] } }, requestV2),
  of(
    requests.createRequestV3,
    { body: { ...sent, documents: [{ id: ids.document }], signatures: [placedV3] } },
    draftV3,
  ),
  of(requests.listRequestsV2, { query: { search: 'tenant-4711', page_size: '10' } }, [requestV2]),
  of(requests.listRequestsV3, { query: { status_overall: 'OPEN', page_number: '1' } }, [requestV3]),
  of(
    requests.updateRequestV2,
    { body: { id: ids.request, title: 'Rental contract, flat 12' } },
    { ...requestV2, title: 'Rental contract, flat 12' },
  ),
  of(
    requests.updateRequestV3,
    { body: { id: ids.request, message: 'Please sign today.' } },
    { ...requestV3, message: 'Please sign today.' },
  ),
  of(requests.initiateRequestV3, { params: { id: ids.draft } }, { ...requestV3, id: ids.draft }),
  of(requests.getRequestV2, onRequest, requestV2),
  of(requests.getRequestV3, onRequest, requestV3),
  of(requests.deleteRequestV2, onRequest, {}),
  of(requests.deleteRequestV3, onRequest, {}),
  of(requests.remindSignersV2, onRequest, {}),
  of(requests.remindSignersV3, onRequest, {}),
  of(
    requests.withdrawRequestV2,
    { ...onRequest, body: { message: 'The flat is no longer available.' } },
    { ...requestV2, status_overall: 'WITHDRAWN' },
  ),
  of(
    requests.withdrawRequestV3,
    { ...onRequest, body: { message: 'The flat is no longer available.' } },
    { ...requestV3, status_overall: 'WITHDRAWN' },
  ),
  of(requests.addSignerV2, { ...onRequest, body: placedV2 }, requestV2),
  of(requests.addSignerV3, { ...onRequest, body: signer }, requestV3),
  of(requests.removeSignerV2, onSignature, { ...requestV2, signatures: [] }),
  of(requests.removeSignerV3, onSignature, { ...requestV3, signatures: [] }),
]

const upload = { body: { title, content } }
const ofDocuments = [
  of(documents.uploadDocumentV2, upload, apiDocument),
  of(documents.uploadDocumentV3, upload, apiDocument),
  of(documents.listDocumentsV2, { query: { page_size: '20' } }, [apiDocument]),
  of(documents.listDocumentsV3, { query: { page_size: '20' } }, [apiDocument]),
  of(documents.getDocumentV2, onDocument, apiDocument),
  of(documents.getDocumentV3, onDocument, apiDocument),
  of(documents.deleteDocumentV2, onDocument, {}),
  of(documents.deleteDocumentV3, onDocument, {}),
  ...[documents.getDocumentContentV2, documents.getDocumentContentV3].map((call) =>
    of(call, onDocument, undefined),
  ),
  ...[documents.getDocumentPageV2, documents.getDocumentPageV3].map((call) =>
    of(call, { params: { id: ids.document, n: '0' }, query: { scale: '50' } }, undefined),
  ),
]

const ofContents = [
  of(attachmentCalls.addAttachmentV2, { ...onRequest, body: plan }, { ...requestV2, attachments }),
  of(attachmentCalls.addAttachmentV3, { ...onRequest, body: plan }, { ...requestV3, attachments }),
  of(attachmentCalls.listAttachmentsV2, onRequest, attachments),
  of(attachmentCalls.listAttachmentsV3, onRequest, attachments),
  of(attachmentCalls.getAttachmentContentV2, onAttachment, undefined),
  of(attachmentCalls.getAttachmentContentV3, onAttachment, undefined),
  of(attachmentCalls.removeAttachmentV2, onAttachment, requestV2),
  of(attachmentCalls.removeAttachmentV3, onAttachment, requestV3),
  of(requests.addDocumentV3, { params: { id: ids.draft }, body: { content } }, draftV3),
  of(requests.removeDocumentV3, { params: { id: ids.draft, docId: ids.document } }, draftV3),
  of(observerCalls.addObserverV3, { ...onRequest, body: { email: observer.user_info.email } }, observer),
  of(observerCalls.listObserversV3, onRequest, [observer]),
  of(observerCalls.getObserverV3, onObserver, observer),
  of(observerCalls.removeObserverV3, onObserver, {}),
  of(auditTrail.getReportV2, { ...onRequest, query: { type: 'PDF' } }, undefined),
  of(auditTrail.getReportV3, { ...onRequest, query: { type: 'JSON' } }, undefined),
]

const period = { start_date: '2026-11-01', end_date: '2026-11-30', size: '100' }
const page = { total_pages: 1, total_items: 1, current_page: 1, size: 100 }
const onSubmission = { params: { id: ids.submission } }
const ofOthers = [
  ...[callbacks.listRequestCallbacksV2, callbacks.listRequestCallbacksV3].map((call) =>
    of(call, onRequest, [callback]),
  ),
  ...[callbacks.redeliverRequestCallbacksV2, callbacks.redeliverRequestCallbacksV3].map((call) =>
    of(call, onRequest, [{ ...callback, state: 'OPEN' as const }]),
  ),
  ...[getUserQualities, getUserQualitiesV3].map((call) =>
    of(call, { query: { username: apiUser } }, shapes.qualities),
  ),
  ...[sealDocument, sealDocumentV3].map((call) =>
    of(call, { body: { content, title: 'Invoice 1042' } }, { document_id: ids.version }),
  ),
  ...[uploads.sendTo, uploads.sendToV3].map((call) =>
    of(
      call,
      { body: { title, content } },
      {
        url: `https://sign.example.com/claim-document/${ids.submission}`,
        id: ids.submission,
        access_code: shapes.accessCode,
      },
    ),
  ),
  ...[uploads.trackSendTo, uploads.trackSendToV3].map((call) =>
    of(call, onSubmission, { status: 'SIGNING', creator: 'Mara Lindt', signers: ['Luc Favre'] }),
  ),
  ...[uploads.downloadSendTo, uploads.downloadSendToV3].map((call) => of(call, onSubmission, undefined)),
  ...[uploads.withdrawSendTo, uploads.withdrawSendToV3].map((call) => of(call, onSubmission, {})),
  ...[listPaidSignatures, listPaidSignaturesV3].map((call) =>
    of(call, { query: period }, { ...page, activities: [shapes.activity] }),
  ),
  of(health.getHealth, {}, healthy),
  of(health.getHealthV2, {}, healthy),
  of(health.getHealthV3, {}, healthy),
]

/** By the name of the call. */
export const integrationExamples: ReadonlyMap<string, CallExample> = new Map([
  ...signIn,
  ...ofRequests,
  ...ofDocuments,
  ...ofContents,
  ...ofOthers,
])
