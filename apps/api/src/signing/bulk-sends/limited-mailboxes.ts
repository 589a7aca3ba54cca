import { listSilent } from '#api/identity/accounts/lookup-repository.ts'
import type { Reader } from '#api/platform/db/transaction.ts'
import { rolesInvitedFirst, type Template } from '#api/signing/templates/template.ts'
import type { CheckedRow, RowContent } from './check-rows.ts'
import { columnNames, sourceOf } from './column-names.ts'
import type { Mapping } from './mapping.ts'
import type { Table } from './table/read-table.ts'

export interface LimitedMailbox {
  readonly email: string
  /** That the send writes to it at once, were there no limit. */
  readonly email_count: number
  readonly per_hour: number
  /** The rows that write to it. */
  readonly rows: number[]
}

interface Sending {
  readonly sender: string
  readonly perHour: number
}

/** How many emails a row causes to each mailbox when it is sent. The sender signs too without being written to. */
function emailsOf(
  template: Pick<Template, 'roles' | 'observers'>,
  sender: string,
): (content: Pick<RowContent, 'signers'>) => Map<string, number> {
  const invited = new Set(rolesInvitedFirst(template))
  return ({ signers }) => {
    const counts = new Map<string, number>()
    const first = signers.filter(({ roleId }) => invited.has(roleId)).map(({ email }) => email)
    for (const email of [...first, ...template.observers]) counts.set(email, (counts.get(email) ?? 0) + 1)
    counts.delete(sender)
    return counts
  }
}

/** The mailboxes that get more emails than the sender may cause to one within an hour: the rest of their rows waits. */
export function limitedMailboxes(
  template: Pick<Template, 'roles' | 'observers'>,
  rows: readonly CheckedRow[],
  { sender, perHour }: Sending,
): LimitedMailbox[] {
  const emails = emailsOf(template, sender)
  const found = new Map<string, { count: number; rows: number[] }>()
  for (const { row, content, problems } of rows) {
    if (problems.length > 0) continue
    for (const [email, count] of emails(content)) {
      const known = found.get(email) ?? { count: 0, rows: [] }
      known.count += count
      known.rows.push(row)
      found.set(email, known)
    }
  }
  return [...found]
    .filter(([, { count }]) => count > perHour)
    .map(([email, { count, rows: own }]) => ({ email, email_count: count, per_hour: perHour, rows: own }))
    .toSorted((a, b) => b.email_count - a.email_count)
}

/**
 * Marks the rows that alone write to one mailbox more often than its limit ever allows: no waiting helps them. An account that wants no
 * emails gets none, however often it is named.
 */
export async function markBeyondLimit(
  db: Reader,
  template: Pick<Template, 'roles' | 'documents' | 'observers'>,
  { columns }: Pick<Table, 'columns'>,
  mapping: Mapping,
  { rows, sender, perHour }: Sending & { readonly rows: readonly CheckedRow[] },
): Promise<readonly CheckedRow[]> {
  const emails = emailsOf(template, sender)
  const beyond = new Map<number, string[]>()
  for (const { row, content, problems } of rows) {
    if (problems.length > 0) continue
    const own = [...emails(content)].flatMap(([email, count]) => (count > perHour ? [email] : []))
    if (own.length > 0) beyond.set(row, own)
  }
  if (beyond.size === 0) return rows
  const silent = new Set(await listSilent(db, [...new Set([...beyond.values()].flat())]))
  const send = { template, columns: columnNames(columns, mapping) }
  return rows.map((row) => {
    const email = beyond.get(row.row)?.find((one) => !silent.has(one))
    if (email === undefined) return row
    const field = `signatures.${row.content.signers.findIndex((one) => one.email === email)}.account_email`
    return { ...row, problems: [{ code: 'too_many_emails', field, ...sourceOf(send, field) }] }
  })
}
