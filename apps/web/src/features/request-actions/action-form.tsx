import { Trans } from '@lingui/react/macro'
import type { FormEvent, ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'
import { DialogButtons } from '#web/ui/dialogs/dialog-host.tsx'

/** What a dialog says, its fields, and its two buttons: one leaves everything as it is, the other says what happens. */
export function ActionForm(props: {
  children?: ReactNode
  /** The words of the button that does it. */
  button: ReactNode
  /** The words of the one that does not. */
  leave?: ReactNode
  color?: 'error'
  disabled?: boolean
  controls: { loading: boolean; failure: unknown; close: () => void }
  onSubmit: (event: FormEvent<HTMLFormElement>) => unknown
  /** Says what failed; the reason and what to do are below it. */
  failed?: ReactNode
}) {
  const { controls } = props
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    void props.onSubmit(event)
  }
  return (
    <form noValidate onSubmit={submit}>
      <div className="flex flex-col gap-4">{props.children}</div>
      <DialogButtons>
        <Button type="secondary" color="neutral" disabled={controls.loading} onClick={controls.close}>
          {props.leave ?? <Trans>Cancel</Trans>}
        </Button>
        <Button submit color={props.color ?? 'accent'} disabled={props.disabled} loading={controls.loading}>
          {props.button}
        </Button>
      </DialogButtons>
      {props.failed && controls.failure !== null && (
        <p className="mt-4 font-medium text-error">{props.failed}</p>
      )}
    </form>
  )
}
