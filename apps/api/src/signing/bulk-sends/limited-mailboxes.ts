import { rolesInvitedFirst, type Template } from '#api/signing/templates/template.ts'
import type { CheckedRow } from './check-rows.ts'

export interface LimitedMailbox {
  readonly email: string
  /** That the send writes to it at once, were there no limit. */
  readonly email_count: number
  readonly per_hour: number
}

/** The mailboxes that get more emails than the sender may cause to one within an hour: the rest of their rows waits. */
export function limitedMailboxes(
  template: Pick<Template, 'roles' | 'observers'>,
  rows: readonly CheckedRow[],
  { sender, perHour }: { readonly sender: string; readonly perHour: number },
): LimitedMailbox[] {
  const invited = new Set(rolesInvitedFirst(template))
  const counts = new Map<string, number>()
  for (const { content } of rows.filter(({ problems }) => problems.length === 0)) {
    const signers = content.signers.filter(({ roleId }) => invited.has(roleId)).map(({ email }) => email)
    for (const email of [...signers, ...template.observers]) counts.set(email, (counts.get(email) ?? 0) + 1)
  }
  // The sender signs too without being written to.
  counts.delete(sender)
  return [...counts]
    .filter(([, count]) => count > perHour)
    .map(([email, count]) => ({ email, email_count: count, per_hour: perHour }))
    .toSorted((a, b) => b.email_count - a.email_count)
}
