import type { SignatureRequest } from '@countersign/contract/signature-request-shapes.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { openDialog, type DialogControls } from '#web/ui/dialogs/dialog-store.ts'
import { Checkbox } from '#web/ui/forms/checkbox.tsx'
import type { RequestActions } from './action-calls.ts'
import { ActionForm } from './action-form.tsx'

interface Choice {
  readonly withdraws: boolean
}

/** A draft with the same documents, people and places: of what has ended, or of what can no longer be corrected. */
export function openDuplicate(options: {
  request: SignatureRequest
  actions: RequestActions
  onDone: (draft: SignatureRequest) => void
}): void {
  const { request, actions, onDone } = options
  // Tried again after the second step has failed, the first is done.
  let draft: SignatureRequest | null = null
  openDialog<Choice>({
    namespace: 'document',
    name: 'duplicate-request',
    title: <Trans>Duplicate this request?</Trans>,
    content: (controls) => <DuplicateForm request={request} controls={controls} />,
    onAction: async ({ withdraws }) => {
      draft ??= await actions.copy()
      if (withdraws) await actions.withdraw('')
      onDone(draft)
    },
  })
}

function DuplicateForm(props: { request: SignatureRequest; controls: DialogControls<Choice> }) {
  const { request, controls } = props
  const { t } = useLingui()
  const isOpen = request.viewer.can.withdraw
  const [withdraws, setWithdraws] = useState(isOpen)
  const isTooLate = isOpen && !request.viewer.can.edit
  return (
    <ActionForm
      controls={controls}
      onSubmit={() => controls.act({ withdraws })}
      button={withdraws ? <Trans>Withdraw and start over</Trans> : <Trans>Create draft</Trans>}
    >
      {isTooLate && (
        <p className="font-medium">
          <Trans>This request can no longer be corrected because someone has already signed.</Trans>
        </p>
      )}
      <p>
        <Trans>
          The draft includes the unsigned documents and the same signers, fields and attachments. Nobody is
          notified until you send it.
        </Trans>
      </p>
      {isOpen && (
        <Checkbox
          label={t`Withdraw this request`}
          hint={t`It can no longer be signed, and everyone who has received it will be notified.`}
          checked={withdraws}
          onChange={(event) => setWithdraws(event.target.checked)}
        />
      )}
    </ActionForm>
  )
}
