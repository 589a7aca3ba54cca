import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { paths } from '#web/lib/paths.ts'
import { DefaultLayout } from '#web/ui/layout/app-layout.tsx'
import { isPaying } from './choice.ts'
import type { Buyer } from './buyer.ts'

/** One task, with a way back. */
export function UpgradeFrame(props: {
  buyer: Buyer
  /** There is nothing to buy: nothing is said of buying. */
  isQuiet?: boolean
  children: ReactNode
}) {
  const { buyer, isQuiet, children } = props
  const isChange = isPaying(buyer?.billing ?? null)
  return (
    <DefaultLayout
      back={buyer ? paths.businessPlan() : paths.home()}
      title={
        isQuiet ? <Trans>Plans</Trans> : isChange ? <Trans>Change plan</Trans> : <Trans>Choose a plan</Trans>
      }
    >
      {!buyer && !isQuiet && (
        <p className="mb-6 max-w-prose text-ink-secondary">
          <Trans>
            Your account becomes a business account with you as its administrator. You keep your documents and
            can invite colleagues.
          </Trans>
        </p>
      )}
      {children}
    </DefaultLayout>
  )
}
