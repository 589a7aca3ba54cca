import type { listPricePlans } from '@countersign/contract/subscriptions.ts'
import type { OutputOf } from '@countersign/contract/endpoint.ts'
import { Trans } from '@lingui/react/macro'
import { useRouter } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { forgetVisitor } from '#web/lib/account/current-visitor.ts'
import { useCurrentUser } from '#web/lib/account/current-user.ts'
import { paths } from '#web/lib/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { showSnackbar } from '#web/ui/dialogs/snackbar-store.ts'
import { SimpleLayout } from '#web/ui/layout/layout.tsx'
import { Statement } from '#web/ui/layout/statement.tsx'
import type { Buyer, OrderResult } from './buyer.ts'
import { isPaying, withCurrency } from './choice.ts'
import { firstForm, openOrder, type OpenOrder } from './order-form.ts'
import { PaymentCheck } from '../payments/payment-check.tsx'
import { readReturn, type ReturnProblem } from '../payments/payment-return.ts'
import { ResumeOrder } from './resume-order.tsx'
import { UpgradeFrame } from './upgrade-frame.tsx'
import { UpgradeForm } from './upgrade-form.tsx'

type Stage =
  | { readonly at: 'form'; readonly problem: ReturnProblem | null; readonly card?: string }
  | { readonly at: 'resume'; readonly order: OpenOrder; readonly reference: string }
  | { readonly at: 'check'; readonly order: OpenOrder }
  | { readonly at: 'refund' }

/** Buying a plan from the choice to the settled payment, over the pages of the provider and the bank. */
export function UpgradeScreen({ buyer, ...props }: { buyer: Buyer; offer: OutputOf<typeof listPricePlans> }) {
  const currency = buyer?.billing?.currency ?? null
  const offer = useMemo(
    () => ({ ...props.offer, countries: [...withCurrency(props.offer.countries, currency)] }),
    [props.offer, currency],
  )
  const router = useRouter()
  const user = useCurrentUser()
  const [wasPaying] = useState(() => isPaying(buyer?.billing ?? null))
  const [kept, setKept] = useState(() => {
    const order = openOrder.get()
    return order?.businessId === (buyer?.id ?? null) ? order : null
  })
  const [stage, setStage] = useState<Stage>(() => readReturn(location.search, kept))
  const [first] = useState(() => kept?.form ?? firstForm(offer.plans, offer.countries, user, buyer))

  function followed(order: OpenOrder) {
    setKept(order)
    setStage({ at: 'check', order })
    // A page that is loaded again continues checking.
    router.history.replace(`${paths.businessUpgrade()}?payment=return`)
  }

  function backToForm(problem: ReturnProblem | null, card?: string) {
    router.history.replace(paths.businessUpgrade())
    setStage({ at: 'form', problem, ...(card && { card }) })
  }

  function done({ business }: OrderResult) {
    openOrder.forget()
    if (!buyer) forgetVisitor()
    if (wasPaying) showSnackbar(<Trans>Your plan has been changed.</Trans>, { color: 'success' })
    router.history.replace(wasPaying && business ? paths.businessPlan() : `${paths.businessWelcome()}?plan`)
  }

  function ended() {
    openOrder.forget()
    forgetVisitor()
    setStage({ at: 'refund' })
  }

  if (stage.at === 'refund') return <RefundDue />
  if (stage.at === 'check')
    return (
      <PaymentCheck
        buyer={buyer}
        order={stage.order}
        onDone={done}
        onFailed={() => backToForm('card')}
        onRefundDue={ended}
      />
    )
  if (stage.at === 'resume')
    return (
      <ResumeOrder
        buyer={buyer}
        countries={offer.countries}
        order={stage.order}
        reference={stage.reference}
        onPlaced={followed}
        onRefused={() => backToForm('card')}
        onBack={(problem) => backToForm(problem, stage.reference)}
      />
    )
  return (
    <UpgradeFrame buyer={buyer}>
      <UpgradeForm
        buyer={buyer}
        offer={offer}
        first={kept?.form ?? first}
        problem={stage.problem}
        card={stage.card ?? null}
        onPlaced={followed}
      />
    </UpgradeFrame>
  )
}

/** The plan was paid for, but the account joined another business first. */
function RefundDue() {
  return (
    <SimpleLayout>
      <Statement
        title={<Trans>Your payment will be refunded</Trans>}
        action={
          <Button to={paths.home()}>
            <Trans>My documents</Trans>
          </Button>
        }
      >
        <Trans>
          You joined a business before the payment was approved, so your new plan couldn’t start. It has been
          cancelled. We’ll refund the full amount, and you don’t need to do anything.
        </Trans>
      </Statement>
    </SimpleLayout>
  )
}
