import type { RowProblem } from '@countersign/contract/table-sends.ts'
import { useLingui } from '@lingui/react/macro'
import type * as z from 'zod/mini'
import { isCallError } from '#web/lib/call-error.ts'

type Problem = z.infer<typeof RowProblem>

/** Why a row is not sent, in the person's words. */
export function useProblemWords(): (problem: Problem) => string {
  const { t } = useLingui()
  return ({ code, column }) => {
    const words: Record<Problem['code'], string> = {
      email_missing: t`The email is missing`,
      email_wrong: t`This is not an email address`,
      name_wrong: t`The name is too long or has signs that no name has`,
      language_unknown: t`The language is not one of English, German, French and Italian`,
      title_missing: t`The title is empty`,
      title_wrong: t`The title is too long or has signs that cannot be shown`,
      message_wrong: t`The message is too long or has signs that cannot be shown`,
      too_many_cells: t`The row has more cells than there are columns`,
      same_as_before: t`An earlier row says the same`,
      refused: t`The request could not be made with these people`,
      failed: t`Something went wrong on our side`,
    }
    const said = words[code]
    return column ? t`${said} (column “${column}”)` : said
  }
}

/** What is wrong with a table as a whole; null where it is something else. */
export function useTableProblem(): (failure: unknown) => string | null {
  const { t } = useLingui()
  return (failure) => {
    if (isCallError(failure, 'document.too_large'))
      return t`The file is larger than a table can be. Please keep it under 1 MB.`
    const field = isCallError(failure)
      ? failure.fields.find((one) => one.field.startsWith('table'))
      : undefined
    if (!field) return null
    const words: Record<string, string> = {
      too_big: t`The file is larger than a table can be. Please keep it under 1 MB.`,
      empty: t`There is no table in it. The first row has the names of the columns.`,
      no_rows: t`Below the names of the columns there is no row.`,
      too_many_rows: t`The table has more than 1000 rows. Please part it into several.`,
      too_many_columns: t`The table has more than 200 columns. Please take those out that nobody needs.`,
      unclosed_quote: t`A quote is opened in the table and never closed. Please save it again as CSV.`,
      text_after_quote: t`After a closing quote there is more text. Please save the table again as CSV.`,
      not_text: t`This is a spreadsheet’s own file. Please save it as CSV in your spreadsheet and choose that.`,
      no_good_row: t`No row can be sent as it is.`,
    }
    return words[field.code] ?? t`This table cannot be read. Please save it again as CSV.`
  }
}
