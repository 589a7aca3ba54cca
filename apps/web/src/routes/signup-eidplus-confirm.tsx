import { Trans, useLingui } from '@lingui/react/macro'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { identificationIsOffered } from '#web/features/sign-up/identification-offered.ts'
import { confirmedEmail, type ConfirmedEmail } from '#web/features/sign-up/sign-up-state.ts'
import { StepsForm } from '#web/features/sign-up/steps-form.tsx'
import { paths } from '#web/lib/paths.ts'
import { useConfirmation } from '#web/lib/use-confirmation.ts'
import { Button } from '#web/ui/button.tsx'
import { PageHeading, UnauthenticatedLayout } from '#web/ui/layout.tsx'
import { LinkCheck } from '#web/ui/link-check.tsx'
import { usePageTitle } from '#web/ui/page-title.ts'
import { Statement } from '#web/ui/statement.tsx'

/** Where the mail's link of the eID+ way leads: the account is made, then its holder identified. */
export function SignupEidPlusConfirmPage() {
  const { t } = useLingui()
  const router = useRouter()
  const [confirmed, setConfirmed] = useState(keptFromBefore)
  const [notOffered, setNotOffered] = useState(false)
  usePageTitle(t`Create your account`)

  async function goOn() {
    if (await identificationIsOffered()) router.history.replace(paths.signatureStandards())
    else setNotOffered(true)
  }

  if (notOffered) return <NotOffered />
  return (
    <UnauthenticatedLayout>
      <PageHeading>
        <Trans>Create your account</Trans>
      </PageHeading>
      {confirmed ? (
        <StepsForm confirmed={confirmed} onDone={() => void goOn()} />
      ) : (
        <CheckedLink onGood={setConfirmed} />
      )}
    </UnauthenticatedLayout>
  )
}

/** A page that is loaded again goes on where it was; a new link begins anew. */
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

function NotOffered() {
  return (
    <UnauthenticatedLayout>
      <Statement
        title={<Trans>Your account is ready, but you cannot identify yourself here</Trans>}
        action={
          <>
            <Button to={paths.home()}>
              <Trans>Go to my documents</Trans>
            </Button>
            <Button type="secondary" to={paths.signatureStandards()}>
              <Trans>See what I can sign with</Trans>
            </Button>
          </>
        }
      >
        <Trans>
          Identification is not set up on this installation. You can sign with the simple standard; for more,
          please ask whoever runs this installation.
        </Trans>
      </Statement>
    </UnauthenticatedLayout>
  )
}
