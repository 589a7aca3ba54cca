import type { NotificationLevel } from '@countersign/contract/account-shapes.ts'
import type { MailKind } from './mail.ts'

// Being asked to sign, what one is asked has changed, who is asked instead, how a request ended, and that something of one's own did not arrive.
const essential: readonly MailKind[] = [
  'invitation',
  'reminder',
  'changed',
  'delegated',
  'group_settled',
  'signed_copy',
  'declined',
  'withdrawn',
  'expired',
  'signing_failed',
  'mail_failed',
  'deletion_ahead',
]

/** Does someone who chose this level get this mail about a request? */
export function wants(level: NotificationLevel, kind: MailKind): boolean {
  return level === 'all' || (level === 'essential' && essential.includes(kind))
}
