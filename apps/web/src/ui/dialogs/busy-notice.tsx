import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useState } from 'react'
import { useNow } from '#web/lib/browser/use-now.ts'
import { showSnackbar } from './snackbar-store.ts'

const cancelText = msg`Cancel`

/** Says that the service is busy and when the next try is; lets the person give up instead of waiting. */
export function showBusy(delay: number, cancel: () => void): () => void {
  return showSnackbar(<Busy delay={delay} />, {
    indefinite: true,
    dismissible: false,
    action: { text: i18n._(cancelText), handler: cancel },
  })
}

function Busy({ delay }: { delay: number }) {
  const { t } = useLingui()
  const now = useNow(1000)
  const [end] = useState(() => Date.now() + delay)
  const left = Math.max(Math.ceil((end - now) / 1000), 0)
  return (
    <>
      {/* Said once: a number that changes every second is not to be read out. */}
      <span className="sr-only">{t`The service is busy. We’ll resend your request automatically.`}</span>
      <span aria-hidden="true" className="tabular-nums">
        <Trans>
          The service is busy. Trying again in <Plural value={left} one="# second" other="# seconds" />.
        </Trans>
      </span>
    </>
  )
}
