import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { useObjectUrl } from '#web/lib/browser/use-object-url.ts'
import { Pagination } from '#web/ui/lists/pagination.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { signedBy } from './verdict.ts'
import { revisionPageQuery, type ValidationResult } from './validation-calls.ts'

/** The pages as someone signed them, beside the pages as they are now. */
export function Revisions({ found }: { found: ValidationResult }) {
  const { t } = useLingui()
  const { signatures, file } = found.validation
  const signed = signatures.filter(({ revision }) => revision !== null)
  const [chosen, setChosen] = useState(signed[0]?.revision ?? 1)
  const [page, setPage] = useState(1)
  const now = file.revisions.at(-1)?.number ?? 1
  const pagesOf = (number: number) => file.revisions.find((one) => one.number === number)?.pages ?? []
  const count = Math.max(pagesOf(chosen).length, pagesOf(now).length)
  return (
    <section aria-labelledby="revisions" className="flex flex-col gap-3">
      <h2 id="revisions" className="text-lg font-semibold">
        <Trans>As it was signed, and as it is now</Trans>
      </h2>
      <div className="max-w-md">
        <Select
          label={t`Signature`}
          value={String(chosen)}
          onChange={(event) => setChosen(Number(event.target.value))}
          options={[...new Map(signed.map((one) => [one.revision, one])).values()].map((one) => ({
            value: String(one.revision),
            label: one.type === 'timestamp' ? t`Document timestamp` : (signedBy(one) ?? one.field),
          }))}
        />
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <Sheet title={<Trans>As it was signed</Trans>}>
          <PageImage id={found.id} revision={chosen} page={page - 1} known={pagesOf(chosen).length} />
        </Sheet>
        <Sheet title={<Trans>As it is now</Trans>}>
          <PageImage id={found.id} revision={now} page={page - 1} known={pagesOf(now).length} />
        </Sheet>
      </div>
      {count > 1 && <Pagination page={page} totalPages={count} onChange={setPage} />}
    </section>
  )
}

function Sheet({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <figure className="min-w-0">
      <figcaption className="mb-1 text-sm font-medium">{title}</figcaption>
      {children}
    </figure>
  )
}

function PageImage(props: { id: string; revision: number; page: number; known: number }) {
  const { t } = useLingui()
  const { id, revision, page } = props
  const image = useQuery({ ...revisionPageQuery(id, revision, page), enabled: page < props.known })
  const url = useObjectUrl(image.data)
  const number = page + 1
  if (page >= props.known)
    return (
      <p className="rounded border border-line bg-sheet p-4 text-sm text-ink-secondary">
        <Trans>The page doesn’t exist or can’t be displayed.</Trans>
      </p>
    )
  if (image.isError)
    return (
      <p className="rounded border border-line bg-sheet p-4 text-sm text-ink-secondary">
        <Trans>This page can’t be displayed.</Trans>
      </p>
    )
  return url ? (
    <img src={url} alt={t`Page ${number}`} className="w-full rounded border border-line bg-document" />
  ) : (
    <Skeleton className="aspect-[1/1.4] w-full" />
  )
}
