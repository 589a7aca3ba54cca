import { useLingui } from '@lingui/react/macro'
import { useRouter } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import { SigningReturn } from '#web/features/approvals/signing-return.tsx'
import { SimpleLayout } from '#web/ui/layout/layout.tsx'
import { usePageTitle } from '#web/ui/layout/page-title.ts'

/** The way back from a trust service that signs by redirect: /mab/redirect?code=…&state=… */
export function MabRedirectPage() {
  const { t } = useLingui()
  const router = useRouter()
  // As it is in the address: what is delegated is nobody's to rearrange.
  const [search] = useState(() => location.search)
  usePageTitle(t`Back from signing`)
  const go = useCallback((path: string) => router.history.replace(path), [router])
  return (
    <SimpleLayout>
      <SigningReturn search={search} onGo={go} />
    </SimpleLayout>
  )
}
