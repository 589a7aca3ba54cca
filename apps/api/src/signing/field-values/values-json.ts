import type { RequestValues } from './request-values.ts'

/** A request with what was filled in in it, as programs read it. */
export function jsonOf(request: RequestValues): string {
  return JSON.stringify({
    signature_request_id: request.id,
    ...(request.row === null ? {} : { row: request.row }),
    title: request.title,
    status_overall: request.status,
    initiated_at: request.sentAt?.toISOString() ?? null,
    completed_at: request.completedAt?.toISOString() ?? null,
    signers: request.signers.map((signer) => ({
      sid: signer.sid,
      role: signer.role,
      email_address: signer.email,
      signed_name: signer.name,
      status_code: signer.status,
      signed_at: signer.signedAt && new Date(signer.signedAt).toISOString(),
      fields: signer.fields.map(({ documentId, id, type, label, value }) => {
        return { document_id: documentId, id, type, label, value }
      }),
    })),
  })
}
