import type { BulkSend } from '@countersign/contract/bulk-sends.ts'

/** Is nothing being sent just now, because all that is left waits for a limit on emails? */
export function isAllWaiting(send: Pick<BulkSend, 'pending_count' | 'waiting_count'>): boolean {
  return send.pending_count > 0 && send.waiting_count === send.pending_count
}
