import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useEffectEvent } from 'react'
import { Button } from '#web/ui/button.tsx'
import { ErrorNotice } from '#web/ui/notices/error-notice.tsx'
import { SimpleLayout } from '#web/ui/layout/layout.tsx'
import { Progress } from '#web/ui/progress-bar.tsx'
import { Statement } from '#web/ui/layout/statement.tsx'
import type { Buyer } from './buyer.ts'
import { currencyOf, type Country } from './choice.ts'
import type { OpenOrder } from './order-form.ts'
import { useOrder } from './use-order.ts'

interface ResumeOrderProps {
  buyer: Buyer
  countries: readonly Country[]
  order: OpenOrder
  /** Of the card that was entered on the provider's page. */
  reference: string
  onPlaced: (order: OpenOrder) => void
  onRefused: () => void
  /** Back to the form, with the card: `stale` where the price that was confirmed no longer holds. */
  onBack: (problem: 'stale' | null) => void
}

/** Back with a card: the order is placed as it was confirmed. */
export function ResumeOrder(props: ResumeOrderProps) {
  const { buyer, countries, order, reference, onPlaced, onRefused, onBack } = props
  const { t } = useLingui()
  const { failure, cardProblem, resume } = useOrder({
    buyer,
    onPlaced,
    onCardRefused: onRefused,
    onStale: () => onBack('stale'),
  })
  const start = useEffectEvent(() => {
    const currency = currencyOf(order.form.choice.country, countries)
    if (currency) void resume(order, currency, reference)
    else onRefused()
  })
  useEffect(() => start(), [])
  useEffect(() => {
    if (cardProblem !== null) onRefused()
  }, [cardProblem, onRefused])
  return (
    <SimpleLayout>
      {failure === null ? (
        <Statement title={<Trans>Checking your payment…</Trans>}>
          <div className="mx-auto mt-4 w-64">
            <Progress value={null} label={t`Checking`} />
          </div>
        </Statement>
      ) : (
        <ErrorNotice
          failure={failure}
          action={
            <div className="flex flex-wrap gap-2">
              <Button onClick={() => start()}>
                <Trans>Try again</Trans>
              </Button>
              <Button type="secondary" onClick={() => onBack(null)}>
                <Trans>Back to my order</Trans>
              </Button>
            </div>
          }
        />
      )}
    </SimpleLayout>
  )
}
