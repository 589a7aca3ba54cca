import { Plural, Trans } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { refreshServerTime, serverNow } from '#web/lib/calls/server-time.ts'
import { useStore } from '#web/lib/browser/store.ts'
import { useNow } from '#web/lib/browser/use-now.ts'
import { Button } from '#web/ui/button.tsx'
import { RefusalNotice } from '#web/ui/notices/refusal-notice.tsx'
import type { OpenStep } from './open-step.ts'

/** Sends the code again, once it may be and as often as it may be. `onSent`: leads to where it is typed, as the button has to wait. */
export function SendAgain({ open, onSent }: { open: OpenStep; onSent: () => void }) {
  const step = useStore(open.step)
  const now = useNow(1000)
  const [state, setState] = useState<'idle' | 'sending' | 'sent'>('idle')
  const [failure, setFailure] = useState<unknown>(null)
  useEffect(() => void refreshServerTime(), [])
  const left = step.resendsLeft ?? 0
  const wait = step.resendAt === null ? 0 : Math.ceil((Date.parse(step.resendAt) - serverNow(now)) / 1000)

  async function send() {
    setState('sending')
    setFailure(null)
    try {
      await open.take(await open.calls.sendAgain(step))
      setState('sent')
      onSent()
    } catch (refusal) {
      setState('idle')
      setFailure(refusal)
      await open.take(null).catch(() => undefined)
    }
  }

  return (
    <div className="flex flex-col gap-2">
      <p role="status" className={state === 'sent' ? 'text-sm' : 'sr-only'}>
        {state === 'sent' && <Trans>Code sent again. Use the latest one.</Trans>}
      </p>
      {left > 0 ? (
        <div className="-ml-3 flex flex-wrap items-center gap-x-2">
          <Button
            type="text"
            size="sm"
            icon="mail"
            disabled={wait > 0}
            loading={state === 'sending'}
            onClick={() => void send()}
          >
            {wait > 0 ? <Trans>Resend code in {clock(wait)}</Trans> : <Trans>Resend code</Trans>}
          </Button>
          <span className="ml-3 text-sm text-ink-secondary">
            <Plural value={left} one="1 resend left" other="# resends left" />
          </span>
        </div>
      ) : (
        <p className="text-sm text-ink-secondary">
          <Trans>The code can’t be sent again. To get a new one, cancel this signature and sign again.</Trans>
        </p>
      )}
      {failure !== null && <RefusalNotice failure={failure} />}
    </div>
  )
}

function clock(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
