import type { Invoice } from '@countersign/contract/billing-shapes.ts'
import type { Business } from '@countersign/contract/businesses.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { formatDate } from '#web/lib/language/format.ts'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { ErrorState } from '#web/ui/notices/error-state.tsx'
import { RecordTable, type Column } from '#web/ui/lists/record-table.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { invoicesQuery } from './billing-calls.ts'
import { formatMoney } from './money.ts'

/** The provider's invoices, the newest first. */
export function InvoicesSection({ business }: { business: Business }) {
  const { t } = useLingui()
  const found = useInfiniteQuery(invoicesQuery(business.id))
  const columns = useInvoiceColumns()
  const invoices = found.data?.pages.flatMap((page) => page.invoices) ?? []
  return (
    <Section id="invoices" title={<Trans>Invoices</Trans>}>
      {found.isPending ? (
        <Skeleton className="h-32" />
      ) : found.isError ? (
        <ErrorState failure={found.error} onRetry={() => void found.refetch()} />
      ) : invoices.length === 0 ? (
        <p className="text-ink-secondary">
          <Trans>No invoices yet.</Trans>
        </p>
      ) : (
        <>
          <RecordTable label={t`Invoices`} columns={columns} rows={invoices} />
          {found.hasNextPage && (
            <div className="mt-3">
              <Button
                type="secondary"
                loading={found.isFetchingNextPage}
                onClick={() => void found.fetchNextPage()}
              >
                <Trans>Show older invoices</Trans>
              </Button>
            </div>
          )}
        </>
      )}
    </Section>
  )
}

type InvoiceRow = z.infer<typeof Invoice>

function useInvoiceColumns(): readonly Column<InvoiceRow>[] {
  const { t, i18n } = useLingui()
  const statuses: Record<InvoiceRow['status'], string> = {
    draft: t`Draft`,
    open: t`Open`,
    paid: t`Paid`,
    void: t`Void`,
    uncollectible: t`Not paid`,
  }
  return [
    { key: 'date', header: t`Date`, cell: ({ at }) => formatDate(at, i18n.locale) },
    {
      key: 'number',
      header: t({ message: 'Number', context: 'invoice' }),
      cell: ({ number }) => number ?? '–',
    },
    {
      key: 'status',
      header: t`Status`,
      cell: ({ status }) => (
        <span
          className={classNames(
            'font-medium',
            status === 'paid' && 'text-completed',
            status === 'open' && 'text-waiting',
          )}
        >
          {statuses[status]}
        </span>
      ),
    },
    {
      key: 'total',
      header: t`Amount`,
      cell: ({ total, currency }) => (
        <span className="whitespace-nowrap tabular-nums">{formatMoney(total, currency, i18n.locale)}</span>
      ),
    },
    { key: 'acts', header: t`Actions`, plain: true, cell: (invoice) => <InvoiceActions invoice={invoice} /> },
  ]
}

function InvoiceActions({ invoice: { status, pageUrl, pdfUrl, number } }: { invoice: InvoiceRow }) {
  const { t } = useLingui()
  const name = number ?? ''
  return (
    <div className="flex flex-wrap gap-2">
      {status === 'open' && pageUrl && (
        <Button size="sm" href={pageUrl} {...(name && { label: t`Pay invoice ${name}` })}>
          <Trans>Pay</Trans>
        </Button>
      )}
      {pdfUrl && (
        <a
          href={pdfUrl}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={t`Invoice ${name} as PDF`}
          className="inline-flex min-h-11 min-w-11 items-center font-medium text-accent underline md:min-h-8"
        >
          PDF
        </a>
      )}
    </div>
  )
}
