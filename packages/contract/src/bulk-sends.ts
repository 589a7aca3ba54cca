import * as z from 'zod/mini'
import { binary, endpoint } from './endpoint.ts'
import { FieldId, fieldsAtMost, FieldType, FieldValue } from './signer-fields.ts'
import { Paged, Paging } from './templates.ts'
import { Base64, Id, Instant, Language, line, text } from './values.ts'

/** Bulk send from a template to a recipient list: each row becomes a separate signature request. */

export const tableRowsAtMost = 1000
export const tableColumnsAtMost = 200
/** Of a file. */
export const tableBytesAtMost = 1_000_000

/** A column by its place, from 0. */
const Column = z.int().check(z.minimum(0), z.maximum(tableColumnsAtMost - 1))
const OptionalColumn = z._default(z.nullable(Column), null)

/**
 * The column that prefills a field of the role, as `GET /v3/templates/{id}` lists them. A cell is what the field’s value is:
 * a number plain or with a decimal comma, a date as `2026-11-27` or `27.11.2026`, an option by its value or label, a checkbox
 * yes, no, true, false, 1, 0, x or empty. Any other empty cell keeps the template’s value; of a read-only field it is invalid.
 */
const FieldColumn = z.object({ id: FieldId, column: Column })

const RoleColumns = z.object({
  role_id: Id,
  email: Column,
  first_name: OptionalColumn,
  last_name: OptionalColumn,
  language: OptionalColumn,
  /** Left out: each field whose label or id a column has as its name, with the role’s name before it or not. */
  fields: z.optional(z.array(FieldColumn).check(z.maxLength(fieldsAtMost))),
})

/** Which columns say who signs as what, and what their fields are prefilled with. `{{Column}}` in title and message stands for the row's own value. */
const mapping = {
  roles: z.array(RoleColumns).check(z.maxLength(tableColumnsAtMost)),
  title: z.optional(line(200, 1)),
  message: z.optional(text(4000)),
}

/**
 * The table, its first row the names of its columns: a file (UTF-8, UTF-16 or Windows-1252; commas, semicolons or tabs),
 * text that was pasted, or rows as they are.
 */
const Table = z.union([
  z.object({ content: Base64.check(z.minLength(1), z.maxLength(Math.ceil(tableBytesAtMost / 3) * 4 + 100)) }),
  z.object({ text: z.string().check(z.minLength(1), z.maxLength(tableBytesAtMost)) }),
  z.object({ rows: z.array(z.array(z.string().check(z.maxLength(10_000))).check(z.maxLength(1000))) }),
])

/** What keeps a row from being sent. */
export const RowProblemCode = z.enum([
  'email_missing',
  'email_wrong',
  'name_wrong',
  'language_unknown',
  'title_missing',
  'title_wrong',
  'message_wrong',
  'too_many_cells',
  'same_as_before',
  /** Of a cell that prefills a field. */
  'value_missing',
  'value_wrong_type',
  'value_wrong_characters',
  'value_unknown_option',
  'value_too_long',
  'value_one_line',
  'value_invalid_email',
  'value_invalid_number',
  'value_invalid_phone',
  'value_invalid_date',
  'value_contains_link',
  /** Found while it was being sent. */
  'refused',
  'failed',
  /** The signature level needs an account of a business with Part 11 turned on (21 CFR 11.100). */
  'account_required',
  /** To one mailbox, more than the limit on emails ever allows at once. */
  'too_many_emails',
  /** Found while it was being sent, and about the account rather than the row. */
  'member_locked',
  'payment_required',
  'not_included',
  'signatures_exhausted',
  'quality_unavailable',
])
export type RowProblemCode = z.infer<typeof RowProblemCode>

export const RowProblem = z.object({
  code: RowProblemCode,
  /** The column of the recipient list that it is in, by its name. */
  column: z.nullable(z.string()),
  /** Found while it was being sent: the role that it is about, by its name. */
  role: z.nullable(z.string()),
  /** Found while it was being sent: the field of the signature request, such as `signatures.1.account_email`. */
  field: z.nullable(z.string()),
})

const signer = {
  role_id: Id,
  email: z.string(),
  first_name: z.nullable(z.string()),
  last_name: z.nullable(z.string()),
  language: z.nullable(Language),
}

const Row = {
  /** As a spreadsheet counts it: 1 is the row of the names. */
  row: z.int(),
  title: z.string(),
  signers: z.array(z.object(signer)),
  problems: z.array(RowProblem),
}

const ById = z.object({ id: Id })

export const checkBulkSend = endpoint({
  name: 'checkBulkSend',
  method: 'POST',
  path: '/v3/templates/{id}/bulk-sends/check',
  summary: 'Check a recipient list and report invalid rows. Nothing is sent or saved.',
  credential: 'user',
  params: ById,
  body: z.object({ table: Table, mapping: z.optional(z.object(mapping)) }),
  output: z.object({
    columns: z.array(z.object({ name: z.string(), sample: z.string() })),
    /** As it was given, or guessed from the names of the columns. */
    mapping: z.object({
      roles: z.array(
        z.object({
          role_id: Id,
          email: z.nullable(z.int()),
          first_name: z.nullable(z.int()),
          last_name: z.nullable(z.int()),
          language: z.nullable(z.int()),
          fields: z.array(z.object({ id: FieldId, column: z.int() })),
        }),
      ),
      title: z.string(),
      message: z.string(),
    }),
    /** Named in title or message, and not in the table. */
    unknown_columns: z.array(z.string()),
    row_count: z.int(),
    /** How many would be sent; none as long as a role has no column. */
    good_count: z.int(),
    /** The first of those. */
    preview: z.array(
      z.object({
        row: Row.row,
        title: Row.title,
        /** With the values that the row’s cells give to their fields. */
        signers: z.array(
          z.object({
            ...signer,
            fields: z.array(z.object({ id: FieldId, type: FieldType, label: z.string(), value: FieldValue })),
          }),
        ),
        message: z.string(),
      }),
    ),
    /** Mailboxes that get more emails than one sender may cause to one within an hour. The rows beyond it wait. */
    limited_mailboxes: z.array(
      z.object({
        email: z.string(),
        email_count: z.int(),
        per_hour: z.int(),
        /** The rows that write to it. */
        rows: z.array(Row.row),
      }),
    ),
    /** All that are wrong. */
    wrong: z.array(z.object({ row: Row.row, problems: Row.problems })),
  }),
  errors: [
    'document.too_large',
    'not_found',
    'request.no_signers',
    'request.document_without_signer',
    'validation.failed',
  ],
})

const State = z.enum(['RUNNING', 'DONE', 'CANCELLED'])
const RowState = z.enum(['PENDING', 'SENT', 'REFUSED', 'CANCELLED'])

const Summary = {
  id: Id,
  /** Null when it is gone. */
  template_id: z.nullable(Id),
  template_name: z.string(),
  state: State,
  row_count: z.int(),
  sent_count: z.int(),
  refused_count: z.int(),
  pending_count: z.int(),
  /** Of the pending rows, those that wait for a limit on emails. The others are sent meanwhile. */
  waiting_count: z.int(),
  /** When the first of the waiting rows is tried again; null if none waits. */
  waits_until: z.nullable(Instant),
  cancelled_count: z.int(),
  created_at: Instant,
}
export const BulkSend = z.object(Summary)
export type BulkSend = z.infer<typeof BulkSend>

export const BulkSendRow = z.object({
  ...Row,
  state: RowState,
  /**
   * The limit on emails that a pending row waits for, and until when: RECIPIENT_LIMIT on emails to one mailbox within an
   * hour, SENDER_LIMIT on all emails of a new account within a day. `email` is the mailbox where it is one of the row’s own.
   */
  waits_for: z.nullable(
    z.object({
      reason: z.enum(['RECIPIENT_LIMIT', 'SENDER_LIMIT']),
      email: z.nullable(z.string()),
      until: Instant,
    }),
  ),
  /** Null as long as it is not sent, and where the request is gone. */
  signature_request_id: z.nullable(Id),
  /** Delivery status of the invitations that were sent. */
  delivery: z.nullable(z.enum(['pending', 'sent', 'failed'])),
})
export type BulkSendRow = z.infer<typeof BulkSendRow>

export const createBulkSend = endpoint({
  name: 'createBulkSend',
  method: 'POST',
  path: '/v3/templates/{id}/bulk-sends',
  summary: 'Bulk send a template to a recipient list. Invalid rows aren’t sent; the report lists them.',
  credential: 'user',
  params: ById,
  body: z.object({
    table: Table,
    mapping: z.object(mapping),
    /** How many valid rows the preview showed. If the number differs, the call is refused. */
    expected_count: z.optional(z.int()),
  }),
  output: BulkSend,
  status: 201,
  errors: [
    'business.payment_required',
    'plan.not_included',
    'signing.quality_unavailable',
    'document.too_large',
    'email.limit_reached',
    'not_found',
    'request.no_signers',
    'request.document_without_signer',
    'bulk_send.too_many',
    'validation.failed',
  ],
})

export const listBulkSends = endpoint({
  name: 'listBulkSends',
  method: 'GET',
  path: '/v3/bulk-sends',
  summary: 'List the account’s bulk sends, newest first.',
  credential: 'user',
  query: z.object(Paging),
  output: z.object({ items: z.array(BulkSend), ...Paged }),
})

export const getBulkSend = endpoint({
  name: 'getBulkSend',
  method: 'GET',
  path: '/v3/bulk-sends/{id}',
  summary: 'Get the progress of a bulk send and the result of each row.',
  credential: 'user',
  params: ById,
  query: z.object({
    ...Paging,
    /** UNDELIVERED: sent, and an invitation did not arrive. */
    state: z.optional(z.enum(['PENDING', 'SENT', 'REFUSED', 'CANCELLED', 'UNDELIVERED'])),
  }),
  output: z.object({
    ...Summary,
    undelivered_count: z.int(),
    /** Whether signers fill something in: `GET …/values` gives it out. */
    has_fields: z.boolean(),
    rows: z.object({ items: z.array(BulkSendRow), ...Paged }),
  }),
  errors: ['not_found'],
})

export const cancelBulkSend = endpoint({
  name: 'cancelBulkSend',
  method: 'POST',
  path: '/v3/bulk-sends/{id}/cancel',
  summary: 'Stop a bulk send. Requests already sent aren’t affected.',
  credential: 'user',
  params: ById,
  output: BulkSend,
  errors: ['not_found'],
})

export const getBulkSendReport = endpoint({
  name: 'getBulkSendReport',
  method: 'GET',
  path: '/v3/bulk-sends/{id}/report',
  summary: 'Download the result of each row as a CSV file.',
  credential: 'user',
  params: ById,
  output: binary('text/csv'),
  errors: ['not_found'],
})
