import type { PaymentAction } from '@countersign/contract/billing-shapes.ts'
import { Trans } from '@lingui/react/macro'
import type { UseQueryResult } from '@tanstack/react-query'
import { useRef } from 'react'
import { Button } from '#web/ui/button.tsx'
import { useFocusOnPart } from '#web/ui/layout/use-focus-on-part.ts'
import { ErrorNotice } from '#web/ui/notices/error-notice.tsx'
import { Notice } from '#web/ui/notices/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import type { CardEntry } from './confirm-payment.ts'
import { PaymentElement } from './payment-element.tsx'

interface PaymentSectionProps {
  setup: UseQueryResult<PaymentAction>
  /** The payment method that is known to the provider pays. */
  isOnFile: boolean
  hasCountry: boolean
  problem: string | null
  onReady: (entry: CardEntry | null) => void
  onOther: () => void
}

/** How it is paid: with what is on file, in the provider's form, or on the provider's page. */
export function PaymentSection(props: PaymentSectionProps) {
  const box = useRef<HTMLDivElement>(null)
  useFocusOnPart(props.isOnFile, box)
  return (
    <div ref={box} tabIndex={-1} className="flex flex-col gap-4">
      <Method {...props} />
    </div>
  )
}

function Method({ setup, isOnFile, hasCountry, problem, onReady, onOther }: PaymentSectionProps) {
  if (isOnFile)
    return (
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p>
          <Trans>We’ll charge the payment method on file.</Trans>
        </p>
        <Button type="secondary" onClick={onOther}>
          <Trans>Use another card</Trans>
        </Button>
        {problem !== null && <Notice kind="error">{problem}</Notice>}
      </div>
    )
  if (!hasCountry)
    return (
      <p className="text-ink-secondary">
        <Trans>Choose your country first. Prices and payment methods depend on it.</Trans>
      </p>
    )
  if (setup.isError)
    return (
      <ErrorNotice
        failure={setup.error}
        action={
          <Button type="secondary" onClick={() => void setup.refetch()}>
            <Trans>Try again</Trans>
          </Button>
        }
      />
    )
  if (!setup.data) return <Skeleton className="h-40" />
  if (setup.data.provider === 'CHARGEBEE')
    return (
      <>
        <p>
          <Trans>You’ll enter your card on our payment provider’s page and then come back here.</Trans>
        </p>
        {problem !== null && <Notice kind="error">{problem}</Notice>}
      </>
    )
  return (
    <>
      <PaymentElement action={setup.data} problem={problem} onReady={onReady} />
      <p className="text-sm text-ink-secondary">
        <Trans>Your card details go directly to the payment provider. We never see or store them.</Trans>
      </p>
    </>
  )
}
