import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import type { OpenStep } from './open-step.ts'

/** Leaves the signing. What the service did not hear is told beside it. */
export function StopButton(props: {
  open: OpenStep
  disabled?: boolean
  onFailure: (failure: unknown) => void
}) {
  const [stopping, setStopping] = useState(false)
  async function stop() {
    setStopping(true)
    try {
      await props.open.stop()
    } catch (failure) {
      props.onFailure(failure)
      setStopping(false)
    }
  }
  return (
    <Button
      type="secondary"
      color="neutral"
      size="lg"
      loading={stopping}
      disabled={props.disabled === true}
      onClick={() => void stop()}
    >
      <Trans>Cancel signature</Trans>
    </Button>
  )
}
