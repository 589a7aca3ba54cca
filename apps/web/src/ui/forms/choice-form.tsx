import { Trans } from '@lingui/react/macro'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { SaveButton } from './save-button.tsx'

/**
 * A choice that is saved as soon as it is made, and one after the other: of two at once the earlier could be saved last.
 * Where that fails it says why and can be tried again.
 */
export function ChoiceForm(props: {
  submit: (event: { preventDefault: () => void }) => void
  failure: unknown
  saving: boolean
  children: ReactNode
}) {
  const { saving } = props
  const form = useRef<HTMLFormElement>(null)
  const [waits, setWaits] = useState(false)
  useEffect(() => {
    if (saving || !waits) return
    setWaits(false)
    form.current?.requestSubmit()
  }, [saving, waits])
  return (
    <form
      ref={form}
      noValidate
      aria-busy={saving}
      onSubmit={props.submit}
      onChange={({ currentTarget }) => (saving ? setWaits(true) : currentTarget.requestSubmit())}
    >
      {props.children}
      {props.failure !== null && (
        <SaveButton failure={props.failure} loading={saving}>
          <Trans>Try again</Trans>
        </SaveButton>
      )}
    </form>
  )
}
