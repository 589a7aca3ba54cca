import { Trans } from '@lingui/react/macro'
import { ActForm } from '#web/features/request-acts/act-form.tsx'
import { openDialog } from '#web/ui/dialog-store.ts'

/** Asked before an identification is given up: what was done at the service does not come back. */
export function openCancel(run: () => Promise<void>): void {
  openDialog<'give-up'>({
    namespace: 'general',
    name: 'give-up-identification',
    title: <Trans>Give this identification up?</Trans>,
    content: (controls) => (
      <ActForm
        controls={controls}
        onSubmit={() => controls.act('give-up')}
        color="error"
        leave={<Trans>Go on with it</Trans>}
        button={<Trans>Give it up</Trans>}
      >
        <p>
          <Trans>
            What you have shown to the identification service no longer counts. You can begin again at any
            time, in the same way or in another one. Your documents stay as they are.
          </Trans>
        </p>
      </ActForm>
    ),
    onAction: run,
  })
}
