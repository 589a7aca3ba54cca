import type { NotificationLevel } from '@countersign/contract/account-shapes.ts'
import type { MailKind } from './mail.ts'

// Being asked to sign, how a request ended, and that something of one's own did not arrive.
const essential: readonly MailKind[] = ['invitation', 'signed_copy', 'withdrawn', 'expired', 'mail_failed']

/** Does somebody who chose this level get this mail about a request? */
export function wants(level: NotificationLevel, kind: MailKind): boolean {
  return level === 'all' || (level === 'essential' && essential.includes(kind))
}
