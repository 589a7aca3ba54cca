import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { Language } from '@countersign/contract/values.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorNotice } from '#web/ui/error-notice.tsx'
import { showSnackbar } from '#web/ui/snackbar-store.ts'
import { askForMail } from './ask-mail-form.tsx'

export function ResendMail({ email }: { email: string }) {
  const { t, i18n } = useLingui()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)

  async function resend() {
    setBusy(true)
    setFailure(null)
    try {
      await askForMail(email, i18n.locale as Language)
      showSnackbar(t`The mail is on its way again`, { color: 'success' })
    } catch (refusal) {
      setFailure(refusal)
    }
    setBusy(false)
  }

  return (
    <div className="flex flex-col gap-4">
      {failure !== null && <ErrorNotice failure={failure} />}
      <Button type="secondary" block loading={busy} onClick={() => void resend()}>
        <Trans>Send the mail again</Trans>
      </Button>
    </div>
  )
}
