import { Trans, useLingui } from '@lingui/react/macro'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { confirmedEmail, type ConfirmedEmail } from '#web/features/sign-up/sign-up-state.ts'
import { StepsForm } from '#web/features/sign-up/steps-form.tsx'
import { paths } from '#web/lib/paths.ts'
import { useConfirmation } from '#web/lib/forms/use-confirmation.ts'
import { PageHeading, UnauthenticatedLayout } from '#web/ui/layout/layout.tsx'
import { LinkCheck } from '#web/ui/notices/link-check.tsx'
import { usePageTitle } from '#web/ui/layout/page-title.ts'

/** Where the mail's link of the eID+ way leads: the account is made, then its holder identified. */
export function SignupEidPlusConfirmPage() {
  const { t } = useLingui()
  const router = useRouter()
  const [confirmed, setConfirmed] = useState(keptFromBefore)
  usePageTitle(t`Create your account`)

  return (
    <UnauthenticatedLayout>
      <PageHeading>
        <Trans>Create your account</Trans>
      </PageHeading>
      {confirmed ? (
        <StepsForm confirmed={confirmed} onDone={() => router.history.replace(paths.qualities())} />
      ) : (
        <CheckedLink onGood={setConfirmed} />
      )}
    </UnauthenticatedLayout>
  )
}

/** A page that is loaded again continues where it was; a new link begins again. */
function keptFromBefore(): ConfirmedEmail | null {
  const kept = confirmedEmail.get()
  return kept?.flow === 'eidplus' && !location.search.includes('token=') ? kept : null
}

function CheckedLink({ onGood }: { onGood: (confirmed: ConfirmedEmail) => void }) {
  const check = useConfirmation(['eidplus'], ({ token, email }) => {
    const confirmed = { flow: 'eidplus', token, email } as const
    confirmedEmail.keep(confirmed)
    onGood(confirmed)
  })
  return <LinkCheck {...check} newLink={paths.eidPlusNew()} />
}
