import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useLingui as useCatalog } from '@lingui/react'
import { useState } from 'react'
import { formatDate } from '#web/lib/language/format.ts'
import { Notice } from '#web/ui/notices/notice.tsx'
import { Pagination } from '#web/ui/lists/pagination.tsx'
import { LimitedMailboxes } from './email-limits.tsx'
import type { TableCheck } from './template-calls.ts'
import { useProblemWords } from './use-problem-words.ts'

const wrongOnPage = 25

/** What would be sent, before it is: the first rows as requests, and each wrong row with its reason. */
export function CheckStep({ checked }: { checked: TableCheck }) {
  const wrong = checked.wrong.length
  return (
    <div className="flex flex-col gap-6">
      <Notice kind={checked.good_count === 0 ? 'error' : wrong > 0 ? 'warning' : 'success'}>
        <p>
          <Plural
            value={checked.good_count}
            _0="No rows can be sent."
            one="# row becomes a signature request."
            other="# rows become signature requests."
          />{' '}
          {wrong > 0 && <Plural value={wrong} one="# row won’t be sent." other="# rows won’t be sent." />}
        </p>
      </Notice>
      <LimitedMailboxes mailboxes={checked.limited_mailboxes} />
      {wrong > 0 && <WrongRows checked={checked} />}
      {checked.preview.length > 0 && <FirstRows rows={checked.preview} />}
    </div>
  )
}

function FirstRows({ rows }: { rows: TableCheck['preview'] }) {
  const { t } = useLingui()
  return (
    <section aria-labelledby="preview-title">
      <h3 id="preview-title" className="mb-2 font-semibold">
        <Trans>First rows</Trans>
      </h3>
      <ul className="flex flex-col gap-2">
        {rows.map((row) => (
          <li key={row.row} className="rounded-sheet border border-line bg-sheet p-3">
            <p className="text-sm text-ink-secondary">{t`Row ${row.row}`}</p>
            <p dir="auto" className="font-medium wrap-anywhere">
              {row.title}
            </p>
            {row.signers.map((signer) => (
              <div key={signer.role_id} className="text-sm wrap-anywhere">
                <p>
                  <bdi>{[signer.first_name, signer.last_name].filter(Boolean).join(' ')}</bdi>{' '}
                  <span className="text-ink-secondary">{signer.email}</span>
                </p>
                <PrefilledValues fields={signer.fields} />
              </div>
            ))}
            {row.message && (
              <p
                dir="auto"
                className="mt-1 line-clamp-3 text-start text-sm wrap-anywhere whitespace-pre-line text-ink-secondary"
              >
                {row.message}
              </p>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** What the row’s cells give to the signer’s fields; fields of one label say the same. */
function PrefilledValues({ fields }: { fields: TableCheck['preview'][number]['signers'][number]['fields'] }) {
  const { t } = useLingui()
  const { i18n } = useCatalog()
  const shown = ({ type, value }: (typeof fields)[number]) => {
    if (typeof value === 'boolean') return value ? t`Yes` : t`No`
    return type === 'DATE' ? formatDate(`${value}T12:00:00`, i18n.locale) : value
  }
  const byLabel = new Map(fields.map((field) => [field.label, shown(field)]))
  if (byLabel.size === 0) return null
  return (
    <dl className="mt-1 grid grid-cols-[auto_1fr] gap-x-3 text-ink-secondary">
      {[...byLabel].map(([label, value]) => (
        <div key={label} className="contents">
          <dt dir="auto">{label}</dt>
          <dd dir="auto" className="whitespace-pre-line text-ink">
            {value}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function WrongRows({ checked }: { checked: TableCheck }) {
  const { t } = useLingui()
  const wordsOf = useProblemWords()
  const [page, setPage] = useState(1)
  const shown = checked.wrong.slice((page - 1) * wrongOnPage, page * wrongOnPage)
  return (
    <section aria-labelledby="wrong-title">
      <h3 id="wrong-title" className="mb-2 font-semibold">
        <Trans>Rows that won’t be sent</Trans>
      </h3>
      <ul className="divide-y divide-line rounded-sheet border border-line bg-sheet">
        {shown.map(({ row, problems }) => (
          <li key={row} className="flex gap-4 px-3 py-2">
            <span className="shrink-0 font-medium tabular-nums">{t`Row ${row}`}</span>
            <span className="min-w-0 wrap-anywhere">
              {problems.map((problem) => (
                <span key={`${problem.code} ${problem.column}`} className="block">
                  {wordsOf(problem)}
                </span>
              ))}
            </span>
          </li>
        ))}
      </ul>
      <div className="mt-2">
        <Pagination
          page={page}
          totalPages={Math.ceil(checked.wrong.length / wrongOnPage)}
          onChange={setPage}
        />
      </div>
      <p className="mt-2 text-sm text-ink-secondary">
        <Trans>Correct them in your table and upload it again, or send the others without them.</Trans>
      </p>
    </section>
  )
}
