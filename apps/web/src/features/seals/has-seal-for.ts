import type { SignatureRequest } from '@countersign/contract/signature-request-shapes.ts'
import { satisfiesRequest } from './satisfies-request.ts'
import { ownSeals } from './seal-calls.ts'

/** Can anyone who is signed in put a seal on this request? Where that cannot be known, not. */
export async function hasSealFor(request: SignatureRequest): Promise<boolean> {
  const seals = await ownSeals().catch(() => [])
  return seals.some((seal) => satisfiesRequest(seal, request))
}
