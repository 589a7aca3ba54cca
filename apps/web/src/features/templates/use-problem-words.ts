import type { RowProblem } from '@countersign/contract/bulk-sends.ts'
import { useLingui } from '@lingui/react/macro'
import type * as z from 'zod/mini'
import { isCallError } from '#web/lib/calls/call-error.ts'

type Problem = z.infer<typeof RowProblem>

/** Why a row is not sent, in the person's words. */
export function useProblemWords(): (problem: Problem) => string {
  const { t } = useLingui()
  return ({ code, column, role }) => {
    const words: Record<Problem['code'], string> = {
      email_missing: t`The email is missing`,
      email_wrong: t`This isn’t an email address`,
      name_wrong: t`The name is too long or contains invalid characters`,
      language_unknown: t`The language must be English, German, French or Italian`,
      title_missing: t`The title is empty`,
      title_wrong: t`The title is too long or contains invalid characters`,
      message_wrong: t`The message is too long or contains invalid characters`,
      too_many_cells: t`The row has more cells than there are columns`,
      same_as_before: t`Same as an earlier row`,
      value_missing: t`The value of a read-only or required field is missing`,
      value_wrong_type: t`The checkbox needs yes or no`,
      value_wrong_characters: t`The value contains invalid characters`,
      value_unknown_option: t`The field has no such option`,
      value_too_long: t`The value is too long for the field`,
      value_one_line: t`The value must be one line`,
      value_invalid_email: t`The value isn’t an email address`,
      value_invalid_number: t`The value isn’t a number such as 1234.5`,
      value_invalid_phone: t`The value isn’t a phone number with a country code`,
      value_invalid_date: t`The value isn’t a date such as 2026-11-27 or 27.11.2026`,
      value_contains_link: t`A name can’t contain an email address or a link`,
      refused: t`The request can’t be created with these people`,
      account_required: t`Only members of a business with Part 11 turned on can sign regulated records`,
      too_many_emails: t`The row has more emails to one mailbox than may be sent within an hour`,
      failed: t`Something went wrong on our side`,
      member_locked: t`Your business has no seat for you`,
      payment_required: t`Your business has no active plan`,
      not_included: t`Your plan doesn’t include this`,
      signatures_exhausted: t`Your plan has no signatures left this month`,
      quality_unavailable: t`This signature level isn’t available`,
    }
    const said = words[code]
    if (column) return t`${said} (column “${column}”)`
    return role ? t`${said} (role “${role}”)` : said
  }
}

/** What is wrong with a table as a whole; null where it is something else. */
export function useTableProblem(): (failure: unknown) => string | null {
  const { t } = useLingui()
  return (failure) => {
    if (isCallError(failure, 'document.too_large')) return t`The file is too large. Keep it under 1 MB.`
    const field = isCallError(failure)
      ? failure.fields.find((one) => one.field.startsWith('table'))
      : undefined
    if (!field) return null
    const words: Record<string, string> = {
      too_big: t`The file is too large. Keep it under 1 MB.`,
      empty: t`No table found. The first row must contain the column names.`,
      no_rows: t`There are no rows below the column names.`,
      too_many_rows: t`The table has more than 1000 rows. Please split it.`,
      too_many_columns: t`The table has more than 200 columns. Please remove the ones you don’t need.`,
      unclosed_quote: t`The table has an unclosed quote. Please save it again as CSV.`,
      text_after_quote: t`There’s text after a closing quote. Please save the table again as CSV.`,
      not_text: t`This is a spreadsheet file. Please save it as CSV and choose that file.`,
      no_good_row: t`No rows can be sent.`,
    }
    return words[field.code] ?? t`This table can’t be read. Please save it again as CSV.`
  }
}
