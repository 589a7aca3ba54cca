import { Trans } from '@lingui/react/macro'
import { ActForm } from '#web/features/request-actions/action-form.tsx'
import { openDialog } from '#web/ui/dialogs/dialog-store.ts'

/** Asked before an identification is given up: what was done at the service does not come back. */
export function openCancel(run: () => Promise<void>): void {
  openDialog<'give-up'>({
    namespace: 'general',
    name: 'give-up-identification',
    title: <Trans>Cancel this identity check?</Trans>,
    content: (controls) => (
      <ActForm
        controls={controls}
        onSubmit={() => controls.act('give-up')}
        color="error"
        leave={<Trans>Continue</Trans>}
        button={<Trans>Cancel identity check</Trans>}
      >
        <p>
          <Trans>
            You’ll lose what you’ve submitted so far. You can start again at any time. Your documents aren’t
            affected.
          </Trans>
        </p>
      </ActForm>
    ),
    onAction: run,
  })
}
