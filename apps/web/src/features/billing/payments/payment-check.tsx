import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useEffectEvent, useState } from 'react'
import { isCallError } from '#web/lib/calls/call-error.ts'
import { paths } from '#web/lib/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { SimpleLayout } from '#web/ui/layout/layout.tsx'
import { Progress } from '#web/ui/progress-bar.tsx'
import { Statement } from '#web/ui/layout/statement.tsx'
import { followOrder, type Buyer, type OrderResult } from '../orders/buyer.ts'
import type { OpenOrder } from '../orders/order-form.ts'

const interval = 2000
/** Banks answer within seconds; after this time there is a way on, and the order is settled without this page. */
const patience = 60_000

interface PaymentCheckProps {
  buyer: Buyer
  order: OpenOrder
  onDone: (settled: OrderResult) => void
  onFailed: () => void
  onRefundDue: () => void
}

/** After the provider: its state is asked for until the order is settled. */
export function PaymentCheck({ buyer, order, onDone, onFailed, onRefundDue }: PaymentCheckProps) {
  const { t } = useLingui()
  const [waited, setWaited] = useState(0)
  const [rounds, setRounds] = useState(0)
  const isLate = waited >= patience
  const settle = useEffectEvent((settled: OrderResult) => {
    if (settled.outcome === 'done') onDone(settled)
    else if (settled.outcome === 'refund_due') onRefundDue()
    else if (settled.outcome === 'failed') onFailed()
  })
  const ask = useEffectEvent((signal: AbortSignal) => followOrder(buyer, order.form.choice, signal))
  useEffect(() => {
    const abort = new AbortController()
    void follow(abort.signal, settle, setWaited, (signal) => ask(signal))
    return () => abort.abort()
  }, [rounds])
  return (
    <SimpleLayout>
      <Statement
        title={
          isLate ? (
            <Trans>Your payment is taking longer than usual</Trans>
          ) : (
            <Trans>Checking your payment…</Trans>
          )
        }
        action={
          isLate && (
            <>
              <Button
                onClick={() => {
                  setWaited(0)
                  setRounds(rounds + 1)
                }}
              >
                <Trans>Check again</Trans>
              </Button>
              <Button type="secondary" to={buyer ? paths.businessPlan() : paths.home()}>
                {buyer ? <Trans>Go to plan and billing</Trans> : <Trans>My documents</Trans>}
              </Button>
            </>
          )
        }
      >
        {isLate ? (
          <Trans>
            We keep checking, and your plan starts as soon as the payment arrives. You can close this page.
            You won’t be charged twice.
          </Trans>
        ) : (
          <>
            <p>
              <Trans>Your bank is confirming the payment. This takes a few seconds.</Trans>
            </p>
            <div className="mx-auto mt-6 w-64">
              <Progress value={Math.min(waited / patience, 1)} label={t`Checking`} />
            </div>
          </>
        )}
      </Statement>
    </SimpleLayout>
  )
}

async function follow(
  signal: AbortSignal,
  settle: (settled: OrderResult) => void,
  tell: (waited: number) => void,
  ask: (signal: AbortSignal) => Promise<OrderResult>,
): Promise<void> {
  const begin = Date.now()
  while (!signal.aborted && Date.now() - begin < patience) {
    let wait = interval
    try {
      const settled = await ask(signal)
      if (signal.aborted) return
      if (settled.outcome !== 'waiting') return settle(settled)
    } catch (failure) {
      // Not reachable for a moment, or asked too often: asked again, later.
      if (isCallError(failure, 'rate.exceeded')) wait = Math.max((failure.retryAfter ?? 0) * 1000, interval)
    }
    if (signal.aborted) return
    tell(Date.now() - begin)
    await new Promise((resolve) => setTimeout(resolve, wait))
  }
  if (!signal.aborted) tell(patience)
}
