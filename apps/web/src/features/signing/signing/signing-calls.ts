import type { SigningStatus } from '@countersign/contract/signature-request-shapes.ts'
import type { Visitor } from '#web/features/approvals/approval-calls.ts'
import type { SignBody } from './sign-body.ts'

/** The calls of an account or of a visitor who came by a link. */
export interface SigningCalls {
  /** Someone with an account, who may keep signatures. */
  readonly hasAccount: boolean
  /** Whose link it is; null: who is signed in. */
  readonly visitor: Visitor
  /** Calls back when something may have happened before one would ask again; answers how to stop. */
  onNews?(listener: () => void): () => void
  sign(body: SignBody, idempotencyKey: string): Promise<SigningStatus | undefined>
  status(requestId: string, signatureId: string): Promise<SigningStatus | undefined>
}
