import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { SaveButton } from './save-button.tsx'

/** A choice that is saved as soon as it is made. Where that fails it says why and can be tried again. */
export function ChoiceForm(props: {
  submit: (event: { preventDefault: () => void }) => void
  failure: unknown
  saving: boolean
  children: ReactNode
}) {
  return (
    <form
      noValidate
      aria-busy={props.saving}
      onSubmit={props.submit}
      onChange={(event) => event.currentTarget.requestSubmit()}
    >
      {props.children}
      {props.failure !== null && (
        <SaveButton failure={props.failure} loading={props.saving}>
          <Trans>Try again</Trans>
        </SaveButton>
      )}
    </form>
  )
}
