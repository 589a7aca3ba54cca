import { Trans, useLingui } from '@lingui/react/macro'
import { useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { paths } from '#web/lib/paths.ts'
import { session } from '#web/lib/session.ts'
import { useStore } from '#web/lib/store.ts'
import { Button } from '#web/ui/button.tsx'
import { SimpleLayout } from '#web/ui/layout.tsx'
import { Statement } from '#web/ui/statement.tsx'

/** Says in plain words that a part of the product is not there yet, and leads on. */
function NotOffered({ title, children }: { title: string; children: ReactNode }) {
  return (
    <SimpleLayout>
      <Statement title={title} action={<WayOn />}>
        {children}
      </Statement>
    </SimpleLayout>
  )
}

function WayOn() {
  const router = useRouter()
  const signedIn = useStore(session) !== null
  return (
    <>
      {signedIn ? (
        <Button to={paths.home()}>
          <Trans>Go to your documents</Trans>
        </Button>
      ) : (
        <Button to={paths.signup()}>
          <Trans>Sign up for a personal account</Trans>
        </Button>
      )}
      <Button type="secondary" onClick={() => router.history.back()}>
        <Trans>Back to where I was</Trans>
      </Button>
    </>
  )
}

export function PlansNotOfferedPage() {
  const { t } = useLingui()
  return (
    <NotOffered title={t`There is nothing to buy here yet`}>
      <Trans>
        This installation sells no plans. Your account can do all there is to do here, and nothing is charged.
      </Trans>
    </NotOffered>
  )
}
