import type { SignatureRequest } from '@countersign/contract/signature-request-shapes.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { openDialog, type DialogControls } from '#web/ui/dialog-store.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import type { RequestActs } from './act-calls.ts'
import { ActForm } from './act-form.tsx'

interface Choice {
  readonly withdraws: boolean
}

/** A draft with the same documents, people and places: of what has ended, or of what cannot be corrected any more. */
export function openBeginAnew(options: {
  request: SignatureRequest
  acts: RequestActs
  onDone: (draft: SignatureRequest) => void
}): void {
  const { request, acts, onDone } = options
  // Tried again after the second step has failed, the first is done.
  let draft: SignatureRequest | null = null
  openDialog<Choice>({
    namespace: 'document',
    name: 'begin-anew',
    title: <Trans>Use it as a new draft?</Trans>,
    content: (controls) => <BeginAnewForm request={request} controls={controls} />,
    onAction: async ({ withdraws }) => {
      draft ??= await acts.copy()
      if (withdraws) await acts.withdraw('')
      onDone(draft)
    },
  })
}

function BeginAnewForm(props: { request: SignatureRequest; controls: DialogControls<Choice> }) {
  const { request, controls } = props
  const { t } = useLingui()
  const isOpen = request.viewer.can.withdraw
  const [withdraws, setWithdraws] = useState(isOpen)
  const isTooLate = isOpen && !request.viewer.can.edit
  return (
    <ActForm
      controls={controls}
      onSubmit={() => controls.act({ withdraws })}
      button={withdraws ? <Trans>Withdraw and begin anew</Trans> : <Trans>Make the draft</Trans>}
    >
      {isTooLate && (
        <p className="font-medium">
          <Trans>
            Somebody has signed already, so this request cannot be corrected any more: it would not be what
            was signed.
          </Trans>
        </p>
      )}
      <p>
        <Trans>
          The draft has the documents as they were before anybody signed, and the same people, places and
          attachments. Nobody is told before you send it.
        </Trans>
      </p>
      {isOpen && (
        <Checkbox
          label={t`Withdraw this one`}
          hint={t`Nobody can sign it any more, and whoever was asked is told.`}
          checked={withdraws}
          onChange={(event) => setWithdraws(event.target.checked)}
        />
      )}
    </ActForm>
  )
}
