import { useRouter } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { paths } from '#web/lib/paths.ts'
import { rememberedTarget } from '#web/lib/account/return-address.ts'
import { Button } from './button.tsx'
import { RefusalNotice } from './notices/refusal-notice.tsx'
import { leadToCompany } from '#web/lib/account/company-sign-in.ts'

/** Straight to the company's provider where the email is known and has one, else to where the email is asked for. */
export function CompanySignInButton({ email, children }: { email: string; children: ReactNode }) {
  const [failure, setFailure] = useState<unknown>(null)
  const [busy, setBusy] = useState(false)
  const router = useRouter()

  async function lead() {
    setBusy(true)
    setFailure(null)
    try {
      if (email === '' || !(await leadToCompany(email, rememberedTarget())))
        router.history.push(paths.login())
    } catch (refusal) {
      setFailure(refusal)
    }
    setBusy(false)
  }

  return (
    <>
      {failure !== null && <RefusalNotice failure={failure} />}
      <Button loading={busy} onClick={() => void lead()}>
        {children}
      </Button>
    </>
  )
}
