import type { BillingPreview } from '@countersign/contract/billing-shapes.ts'
import { Plural, Trans } from '@lingui/react/macro'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { isCallError } from '#web/lib/calls/call-error.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorNotice } from '#web/ui/notices/error-notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import type { Choice } from './choice.ts'
import { fieldOfRefusal } from './order-form.ts'
import { PreviewLines } from './preview-lines.tsx'
import { usePlanName } from '../plans/use-plan-words.tsx'

/** What is bought and what is due: beside the form, and on a phone below it. */
export function OrderSummary(props: {
  choice: Choice
  preview: UseQueryResult<BillingPreview>
  hasCountry: boolean
  children: ReactNode
}) {
  const nameOf = usePlanName()
  const { choice, preview, hasCountry, children } = props
  const name = nameOf(choice.plan)
  // Said at its field already.
  const isAtField = isCallError(preview.error) && fieldOfRefusal(preview.error.key) !== null
  return (
    <section
      aria-labelledby="summary-title"
      className="flex flex-col gap-4 rounded-sheet border border-line bg-sheet p-4 sm:p-6 lg:sticky lg:top-20"
    >
      <div>
        <h2 id="summary-title" className="text-lg font-semibold">
          <Trans>Summary</Trans>
        </h2>
        <p className="text-ink-secondary">
          {choice.cycle === 'year' ? (
            <Trans>{name}, billed yearly</Trans>
          ) : (
            <Trans>{name}, billed monthly</Trans>
          )}
          {' · '}
          <Plural value={choice.seats} one="# seat" other="# seats" />
        </p>
      </div>
      <div aria-live="polite">
        {!hasCountry ? (
          <p className="text-ink-secondary">
            <Trans>Choose your country to see the price.</Trans>
          </p>
        ) : preview.isError && !isAtField ? (
          <ErrorNotice
            failure={preview.error}
            action={
              <Button type="secondary" onClick={() => void preview.refetch()}>
                <Trans>Try again</Trans>
              </Button>
            }
          />
        ) : preview.isError ? (
          <p className="text-ink-secondary">
            <Trans>Correct the marked field to see the price.</Trans>
          </p>
        ) : preview.data ? (
          <PreviewLines preview={preview.data} stale={preview.isPlaceholderData} />
        ) : (
          <Skeleton className="h-36" />
        )}
      </div>
      {children}
    </section>
  )
}
