import type { SignatureRequest } from '@countersign/contract/signature-request-shapes.ts'

/** Who is asked more than once signs the one that is open. */
export function openSignature(request: SignatureRequest): string | undefined {
  return request.signatures.find(({ is_viewer, status_code }) => is_viewer && status_code === 'OPEN')?.sid
}
