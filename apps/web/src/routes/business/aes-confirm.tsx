import { Trans, useLingui } from '@lingui/react/macro'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { AesConfirmation, NotGood } from '#web/features/domains/aes-confirmation.tsx'
import { LanguageChoice } from '#web/features/language/language-choice.tsx'
import { PageHeading, UnauthenticatedLayout } from '#web/ui/layout/layout.tsx'
import { usePageTitle } from '#web/ui/layout/page-title.ts'

/** Where the mail to the representative leads, who needs no account: the token leaves the address before it is used. */
export function AesConfirmPage() {
  const { t } = useLingui()
  const router = useRouter()
  const [token] = useState(() => new URLSearchParams(location.search).get('token'))
  usePageTitle(t`Confirm for your business`)
  useEffect(() => {
    if (location.search !== '') router.history.replace(location.pathname)
  }, [router])
  return (
    <UnauthenticatedLayout footer={<LanguageChoice />}>
      <PageHeading>
        <Trans>Confirm for your business</Trans>
      </PageHeading>
      {token === null ? <NotGood /> : <AesConfirmation token={token} />}
    </UnauthenticatedLayout>
  )
}
