import type { NewEvent } from '#api/evidence/append-event.ts'
import type { Transaction } from '#api/platform/db/transaction.ts'
import type { Context } from '#api/providers/context.ts'

/** What documents need of requests and templates, which are above them: `app/` passes it in. */
export interface DocumentContext extends Context {
  readonly isInTemplate: (tx: Transaction, rootId: string) => Promise<boolean>
  readonly appendEvent: (tx: Transaction, requestId: string, event: NewEvent) => Promise<void>
}
