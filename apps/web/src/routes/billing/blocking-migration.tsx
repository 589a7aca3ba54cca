import { Trans } from '@lingui/react/macro'
import type { AnyRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { acceptFairFlat } from '@countersign/contract/subscriptions.ts'
import { acceptFreeMigration } from '@countersign/contract/usage.ts'
import { blocked, navigationDialogs } from '#web/features/navigation/waiting.ts'
import { call } from '#web/lib/calls/api.ts'
import { keepBusiness, ownBusiness } from '#web/lib/business/current-business.ts'
import { forgetVisitor } from '#web/lib/account/current-visitor.ts'
import { paths } from '#web/lib/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { DialogButtons } from '#web/ui/dialogs/dialog-host.tsx'
import { openDialog, type DialogControls } from '#web/ui/dialogs/dialog-store.ts'
import { loadBillingWords } from '#web/features/billing/words.ts'

type Answer = 'accept' | 'later' | 'sign-out'

/** An old price plan is to be replaced: its admins take the new one, or keep the old one for now. */
export async function openFairFlatMigration(router: AnyRouter): Promise<void> {
  await loadBillingWords()
  if (blocked.get()?.dialog !== 'fair-flat-migration') return
  openMigration(router, {
    name: 'fair-flat-migration',
    title: <Trans>Your plan is moving to per-seat pricing</Trans>,
    text: (
      <Trans>
        You’re on an earlier plan. The new plan has one price per seat and includes signatures every month, so
        you know the cost in advance. It starts with your next billing period; until then nothing changes and
        nothing is charged.
      </Trans>
    ),
    accept: <Trans>Switch to the new plan</Trans>,
    other: { answer: 'later', label: <Trans>Keep the old plan for now</Trans> },
    run: async (answer) => {
      const own = ownBusiness.get()
      if (!own) return
      const params = { id: own.business.id }
      const business = await call(acceptFairFlat, { params, body: { accept: answer === 'accept' } })
      keepBusiness(business, own.role)
    },
  })
}

/** The free plan of this account changes. */
export async function openFreeMigration(router: AnyRouter): Promise<void> {
  await loadBillingWords()
  if (blocked.get()?.dialog !== 'free-migration') return
  openMigration(router, {
    name: 'free-migration',
    title: <Trans>Your free plan changes</Trans>,
    text: (
      <Trans>
        On the new free plan you can sign what others send you. To upload and send your own documents, choose
        a plan. Everything you’ve sent and signed stays in your account, and you can download it at any time.
      </Trans>
    ),
    accept: <Trans>Continue on the new free plan</Trans>,
    other: { answer: 'sign-out', label: <Trans>Sign out</Trans> },
    run: async () => {
      await call(acceptFreeMigration, {})
      forgetVisitor()
    },
  })
}

interface Migration {
  name: 'fair-flat-migration' | 'free-migration'
  title: ReactNode
  text: ReactNode
  accept: ReactNode
  other: { answer: Answer; label: ReactNode }
  run: (answer: Answer) => Promise<void>
}

function openMigration(router: AnyRouter, { run, name, title, ...shown }: Migration): void {
  openDialog<Answer>({
    namespace: navigationDialogs,
    name,
    title,
    dismissible: false,
    onAction: async (answer) => {
      if (answer === 'sign-out') return router.history.push(paths.logout())
      await run(answer)
      await router.invalidate()
    },
    content: (controls) => <MigrationContent {...shown} controls={controls} />,
  })
}

function MigrationContent({
  text,
  accept,
  other,
  controls,
}: Pick<Migration, 'text' | 'accept' | 'other'> & { controls: DialogControls<Answer> }) {
  return (
    <>
      <p>{text}</p>
      <DialogButtons>
        <Button type="secondary" disabled={controls.loading} onClick={() => controls.act(other.answer)}>
          {other.label}
        </Button>
        <Button loading={controls.loading} onClick={() => controls.act('accept')}>
          {accept}
        </Button>
      </DialogButtons>
    </>
  )
}
