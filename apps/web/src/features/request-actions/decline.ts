import type { SignatureRequest } from '@countersign/contract/signature-request-shapes.ts'

/** The signature that was declined, which ended the request. */
export function declineOf(request: SignatureRequest) {
  const declined = request.signatures.filter(({ status_code }) => status_code === 'DECLINED')
  return declined.find(({ is_viewer }) => is_viewer) ?? declined[0]
}
