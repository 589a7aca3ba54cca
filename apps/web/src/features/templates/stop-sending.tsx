import { Trans } from '@lingui/react/macro'
import { ActionForm } from '#web/features/request-actions/action-form.tsx'
import { openDialog } from '#web/ui/dialogs/dialog-store.ts'
import { stopSending } from './template-calls.ts'

/** Sends no more of a table. */
export function openStop({ id, onDone }: { id: string; onDone: () => void }): void {
  openDialog({
    namespace: 'document',
    name: 'stop-sending',
    title: <Trans>Stop sending?</Trans>,
    content: (controls) => (
      <ActionForm
        controls={controls}
        onSubmit={() => controls.act()}
        color="error"
        leave={<Trans>Continue sending</Trans>}
        button={<Trans>Stop sending</Trans>}
      >
        <p>
          <Trans>The remaining rows won’t be sent. Requests already sent stay sent.</Trans>
        </p>
      </ActionForm>
    ),
    onAction: async () => {
      await stopSending(id)
      onDone()
    },
  })
}
