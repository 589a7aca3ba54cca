import type { RowProblemCode } from '@countersign/contract/bulk-sends.ts'
import type { ErrorKey } from '@countersign/contract/errors.ts'
import { EmailLimitReached } from '#api/identity/sending-limits/email-limit-reached.ts'
import type { Refusal } from '#api/platform/refusal.ts'
import type { RowContent, RowProblem } from './check-rows.ts'
import { type SendColumns, sourceOf } from './column-names.ts'

/** Reasons that concern the account or the installation: the people of the row have nothing to do with them. */
const refusedAccount: { readonly [key in ErrorKey]?: RowProblemCode } = {
  'business.member_locked': 'member_locked',
  'business.payment_required': 'payment_required',
  'plan.not_included': 'not_included',
  'plan.signatures_exhausted': 'signatures_exhausted',
  'signing.quality_unavailable': 'quality_unavailable',
}

/** By the code of a wrong field. */
const refusedField: Readonly<Record<string, RowProblemCode>> = {
  account_required: 'account_required',
  no_font: 'value_wrong_characters',
}

/** Why a row's request was refused, with the field of each reason and where the row has it. */
export function problemsOf(
  refusal: Refusal,
  send: SendColumns,
  content: Pick<RowContent, 'signers'>,
): RowProblem[] {
  if (refusal instanceof EmailLimitReached) return tooManyEmails(refusal, send, content)
  const account = refusedAccount[refusal.key]
  if (account) return [{ code: account, column: null }]
  const problems = (refusal.fields ?? []).map(({ field, code }) =>
    problemAt(send, field.replace(/^signers\./, 'signatures.'), refusedField[code] ?? 'refused'),
  )
  return problems.length > 0 ? problems : [{ code: 'refused', column: null }]
}

function problemAt(send: SendColumns, field: string, code: RowProblemCode): RowProblem {
  return { code, field, ...sourceOf(send, field) }
}

/** A row that writes to one mailbox more often than its limit ever allows at once. */
function tooManyEmails(
  { limits }: EmailLimitReached,
  send: SendColumns,
  { signers }: Pick<RowContent, 'signers'>,
): RowProblem[] {
  const beyond = new Set(limits.filter(({ isBeyond }) => isBeyond).map(({ recipient }) => recipient))
  const index = signers.findIndex(({ email }) => beyond.has(email))
  if (index < 0) return [{ code: 'too_many_emails', column: null }]
  return [problemAt(send, `signatures.${index}.account_email`, 'too_many_emails')]
}
