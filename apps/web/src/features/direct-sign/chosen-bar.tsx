import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'

/** With the signature in sight in its place, the same button signs. Loaded once one has chosen. */
export function ChosenBar(props: {
  busy: boolean
  /** One sentence on what the signature is worth. */
  level: ReactNode
  /** What signing takes. */
  label: ReactNode
  onChoose: () => void
  onSign: () => void
}) {
  return (
    <>
      {/* The dialog has said it already: where letters are large it leaves the room to the document. */}
      <div className="hidden [@container(min-height:32rem)]:block">{props.level}</div>
      <div className="flex flex-wrap gap-2">
        <Button size="xl" type="secondary" color="neutral" disabled={props.busy} onClick={props.onChoose}>
          <Trans>Change</Trans>
        </Button>
        <div className="min-w-[min(100%,9rem)] grow basis-0">
          <Button size="xl" icon="sign" block loading={props.busy} onClick={props.onSign}>
            {props.label}
          </Button>
        </div>
      </div>
    </>
  )
}
