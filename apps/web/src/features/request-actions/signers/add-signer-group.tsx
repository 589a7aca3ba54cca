import type { SignatureRequest } from '@countersign/contract/signature-request-shapes.ts'
import type { SignerGroup } from '@countersign/contract/signer-groups.ts'
import { Trans } from '@lingui/react/macro'
import { useState, type ReactNode } from 'react'
import { openDialog, type DialogControls } from '#web/ui/dialogs/dialog-store.ts'
import type { RequestActions } from '../action-calls.ts'
import { ActionForm } from '../action-form.tsx'
import { everyDocument } from './change-signers.tsx'
import { GroupChoice, useGroups } from './signer-group-choice.tsx'
import { addedLast } from './signer-order.ts'

/** One more that signs, while nobody has: a group, of whom the first who signs, signs for all. */
export function openAddSignerGroup(options: {
  request: SignatureRequest
  actions: RequestActions
  onDone: (request: SignatureRequest) => void
}): void {
  const { request, actions } = options
  openDialog<SignerGroup>({
    namespace: 'document',
    name: 'add-signer-group',
    title: <Trans>Add a signer group</Trans>,
    content: (controls) => (
      <ChooseGroup
        controls={controls}
        button={<Trans>Add and notify</Trans>}
        failed={<Trans>Failed to invite signer</Trans>}
      >
        {addedLast(request) >= 0 ? (
          <Trans>
            They sign last: each member will be emailed when it’s their turn. The first to sign signs for the
            group.
          </Trans>
        ) : (
          <Trans>Each member will be emailed now. The first to sign signs for the group.</Trans>
        )}
      </ChooseGroup>
    ),
    onAction: async ({ id }) => {
      const sequence = addedLast(request)
      options.onDone(await actions.addSigner({ signer_group_id: id, sequence, ...everyDocument(request) }))
    },
  })
}

/** The same while one composes: nobody is asked yet. */
export function openChooseSignerGroup(onChosen: (group: SignerGroup) => void): void {
  openDialog<SignerGroup>({
    namespace: 'document',
    name: 'add-signer-group',
    title: <Trans>Add a signer group</Trans>,
    content: (controls) => (
      <ChooseGroup controls={controls} button={<Trans>Add group</Trans>}>
        <Trans>Each member will be emailed. The first to sign signs for the group.</Trans>
      </ChooseGroup>
    ),
    onAction: onChosen,
  })
}

function ChooseGroup(props: {
  controls: DialogControls<SignerGroup>
  button: ReactNode
  failed?: ReactNode
  children: ReactNode
}) {
  const { controls } = props
  const { found, again } = useGroups()
  const [chosen, setChosen] = useState<SignerGroup | null>(null)
  return (
    <ActionForm
      controls={controls}
      button={props.button}
      failed={props.failed}
      disabled={chosen === null}
      onSubmit={() => chosen && controls.act(chosen)}
    >
      <p>{props.children}</p>
      <GroupChoice
        found={found}
        chosen={chosen?.id ?? null}
        onChoose={setChosen}
        onAgain={again}
        onLeave={controls.close}
      />
    </ActionForm>
  )
}
