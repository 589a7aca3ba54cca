import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Button } from './button.tsx'

/** Copies, and says beside itself whether it worked: a message elsewhere would lie behind a dialog. */
export function CopyButton({ text }: { text: string }) {
  const { t } = useLingui()
  const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle')
  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      setState('copied')
    } catch {
      setState('failed')
    }
  }
  return (
    <span className="inline-flex items-center gap-2">
      <Button type="secondary" size="sm" onClick={() => void copy()}>
        {state === 'copied' ? <Trans>Copied</Trans> : <Trans>Copy</Trans>}
      </Button>
      <span role="status" className={state === 'failed' ? 'text-sm text-error' : 'sr-only'}>
        {state === 'copied' && t`Copied`}
        {state === 'failed' &&
          t`Your browser doesn’t allow copying. Please select the text and copy it yourself.`}
      </span>
    </span>
  )
}
