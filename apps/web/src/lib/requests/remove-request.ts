import { deleteSignatureRequest } from '@countersign/contract/signature-requests.ts'
import type { DeletionOutcome } from '@countersign/contract/signature-request-shapes.ts'
import { call } from '../calls/api.ts'
import { ignoreGone } from '../calls/ignore-gone.ts'

/** Refused where it would come to something else by now. Answers what it came to: one that is gone is removed. */
export async function removeRequest(id: string, outcome: DeletionOutcome): Promise<DeletionOutcome> {
  const input = { params: { id }, query: { outcome } }
  return (
    (await call(deleteSignatureRequest, input, { background: true }).catch(ignoreGone))?.outcome ?? outcome
  )
}
