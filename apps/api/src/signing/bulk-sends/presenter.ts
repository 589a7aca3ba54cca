import type * as contract from '@countersign/contract/bulk-sends.ts'
import type { CheckedRow, KnownFields, RowContent, RowProblem } from './check-rows.ts'
import type { PreparedSend } from './prepare-send.ts'
import type { SendSummary, SentRow } from './read-repository.ts'
import type { Table } from './table/read-table.ts'

const previewed = 5

/** What a table would become: the first rows, and each that is wrong. */
export function presentCheck({ columns, rows }: Table, prepared: PreparedSend, fields: KnownFields) {
  const isGood = ({ problems }: CheckedRow) => problems.length === 0
  return {
    columns: columns.map((name, index) => ({
      name,
      sample: rows.find(({ cells }) => cells[index])?.cells[index]?.slice(0, 100) ?? '',
    })),
    mapping: {
      roles: prepared.mapping.roles.map((role) => ({ ...role, fields: [...role.fields] })),
      title: prepared.mapping.title,
      message: prepared.mapping.message,
    },
    unknown_columns: [...prepared.unknownColumns],
    row_count: rows.length,
    good_count: prepared.isComplete ? prepared.rows.filter(isGood).length : 0,
    preview: prepared.rows
      .filter(isGood)
      .slice(0, previewed)
      .map(({ row, content }) => ({
        row,
        title: content.title,
        message: content.message,
        signers: signersOf(content).map((signer, index) => ({
          ...signer,
          fields: Object.entries(content.signers[index]?.values ?? {}).flatMap(([id, value]) => {
            const field = fields.get(id)
            return field ? [{ id, type: field.type, label: field.label, value }] : []
          }),
        })),
      })),
    wrong: prepared.rows
      .filter((row) => !isGood(row))
      .map(({ row, problems }) => ({ row, problems: problems.map(presentProblem) })),
  }
}

export function presentSend(send: SendSummary): contract.BulkSend {
  return {
    id: send.id,
    template_id: send.template_id,
    template_name: send.template_name,
    state: send.pending > 0 ? 'RUNNING' : send.cancelled > 0 ? 'CANCELLED' : 'DONE',
    row_count: send.rows,
    sent_count: send.sent,
    refused_count: send.refused,
    pending_count: send.pending,
    waiting_count: send.waiting,
    waits_until: send.waits_until?.toISOString() ?? null,
    cancelled_count: send.cancelled,
    created_at: send.created_at.toISOString(),
  }
}

export function presentRow(row: SentRow): contract.BulkSendRow {
  return {
    row: row.row,
    title: row.content.title,
    signers: signersOf(row.content),
    problems: row.problems.map(presentProblem),
    waits_for: row.wait && {
      reason: row.wait.reason.toUpperCase() as 'RECIPIENT_LIMIT' | 'SENDER_LIMIT',
      email: row.wait.email,
      until: row.wait.until.toISOString(),
    },
    state: row.state.toUpperCase() as contract.BulkSendRow['state'],
    signature_request_id: row.request_id,
    delivery: row.delivery,
  }
}

const presentProblem = ({ code, column, role = null, field = null }: RowProblem) => ({
  code,
  column,
  role,
  field,
})

function signersOf({ signers }: RowContent) {
  return signers.map(({ roleId, email, firstName, lastName, language }) => ({
    role_id: roleId,
    email,
    first_name: firstName,
    last_name: lastName,
    language,
  }))
}
