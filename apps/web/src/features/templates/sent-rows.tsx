import type { BulkSendRow } from '@countersign/contract/bulk-sends.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { paths } from '#web/lib/paths.ts'
import { AppLink } from '#web/ui/app-link.tsx'
import { EmptyState } from '#web/ui/notices/empty-state.tsx'
import { useWaitWords } from './email-limits.tsx'
import { RowState } from './send-state-badge.tsx'
import { useProblemWords } from './use-problem-words.ts'

/** Each row with its request, or with the reason why there is none. */
export function SentRows({ rows }: { rows: readonly BulkSendRow[] }) {
  if (rows.length === 0) return <EmptyState title={<Trans>No matching rows</Trans>} />
  return (
    <ul className="divide-y divide-line rounded-sheet border border-line bg-sheet">
      {rows.map((row) => (
        <SentRow key={row.row} row={row} />
      ))}
    </ul>
  )
}

function SentRow({ row }: { row: BulkSendRow }) {
  const { t } = useLingui()
  const wordsOf = useProblemWords()
  const waitWords = useWaitWords()
  const number = row.row
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 px-3 py-2 sm:px-4">
      <span className="w-16 shrink-0 text-sm text-ink-secondary tabular-nums">{t`Row ${number}`}</span>
      <div className="min-w-0 grow basis-52">
        {row.signature_request_id ? (
          <AppLink
            to={paths.view(row.signature_request_id)}
            className="inline-flex min-h-11 items-center font-medium wrap-anywhere underline md:min-h-6"
          >
            <bdi>{row.title}</bdi>
          </AppLink>
        ) : (
          <p dir="auto" className="font-medium wrap-anywhere">
            {row.title}
          </p>
        )}
        <p className="text-sm wrap-anywhere text-ink-secondary">
          {row.signers.flatMap(({ email }) => email || []).join(', ')}
        </p>
        {row.waits_for && <p className="text-sm wrap-anywhere">{waitWords(row.waits_for)}</p>}
        {row.problems.map((problem) => (
          <p key={`${problem.code} ${problem.column} ${problem.field}`} className="text-sm wrap-anywhere">
            {wordsOf(problem)}
          </p>
        ))}
      </div>
      <RowState row={row} />
    </li>
  )
}
