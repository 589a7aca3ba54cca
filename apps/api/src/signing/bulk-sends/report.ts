import type { RowProblemCode } from '@countersign/contract/bulk-sends.ts'
import type { Language } from '@countersign/contract/values.ts'
import { safeCell } from '#api/platform/values/safe-cell.ts'
import type { SentRow } from './read-repository.ts'
import type { RowWait } from './wait-repository.ts'
import type { RowProblem } from './check-rows.ts'
import { type ReportWords, reportWords } from './report-words.ts'

/**
 * What became of each row as a table that spreadsheets open: UTF-8 with its mark, which Excel needs to know it by, and
 * the separator that it expects where the language is spoken.
 */
export function reportOf(
  rows: readonly SentRow[],
  options: { readonly language: Language; readonly publicUrl: string },
): string {
  const { language, publicUrl } = options
  const words = reportWords[language]
  const lines = rows.map((row) => {
    const { signers, title } = row.content
    return [
      String(row.row),
      title,
      signers.map(({ email }) => email).join(' '),
      words.states[row.state],
      row.wait
        ? waitWords(words, row.wait)
        : row.problems.map((problem) => problemWords(words.problems, problem)).join('; '),
      row.delivery ? words.deliveries[row.delivery] : '',
      row.request_id ? `${publicUrl}/view/${row.request_id}` : '',
      row.done_at?.toISOString() ?? '',
    ]
  })
  const separator = language === 'en' ? ',' : ';'
  const table = [words.columns, ...lines].map((cells) => cells.map(safeCell).join(separator))
  return `\uFEFF${table.join('\r\n')}\r\n`
}

function problemWords(
  words: Readonly<Record<RowProblemCode, string>>,
  { code, column, role }: RowProblem,
): string {
  const place = column ?? role
  return place ? `${words[code]} (${place})` : words[code]
}

function waitWords({ waits }: ReportWords, { reason, email, until }: RowWait): string {
  return `${waits[reason]} (${[email, until.toISOString()].filter(Boolean).join(', ')})`
}
