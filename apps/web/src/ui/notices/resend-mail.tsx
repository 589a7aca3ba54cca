import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useNow } from '#web/lib/browser/use-now.ts'
import { Button } from '../button.tsx'
import { RefusalNotice } from './refusal-notice.tsx'
import { showSnackbar } from '../dialogs/snackbar-store.ts'

const waitSeconds = 30

interface ResendMailProps {
  /** When the last one went out, in milliseconds. */
  sentAt: number
  send: () => Promise<void>
}

/** Asks for the same mail again, once it had time to arrive. */
export function ResendMail({ sentAt, send }: ResendMailProps) {
  const { t } = useLingui()
  const [last, setLast] = useState(sentAt)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const left = Math.ceil((last - useNow(1000)) / 1000) + waitSeconds

  async function resend() {
    setBusy(true)
    setFailure(null)
    try {
      await send()
      setLast(Date.now())
      showSnackbar(t`Email sent again`, { color: 'success' })
    } catch (refusal) {
      setFailure(refusal)
    }
    setBusy(false)
  }

  return (
    <div className="flex flex-col gap-4">
      {failure !== null && <RefusalNotice failure={failure} />}
      <Button type="secondary" block disabled={left > 0} loading={busy} onClick={() => void resend()}>
        {left > 0 ? <Trans>Resend email in {left} s</Trans> : <Trans>Resend email</Trans>}
      </Button>
    </div>
  )
}
