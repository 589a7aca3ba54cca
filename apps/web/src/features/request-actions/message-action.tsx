import type { SignatureRequest } from '@countersign/contract/signature-request-shapes.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import type { FieldErrors, UseFormRegister } from 'react-hook-form'
import { openDialog, type DialogControls } from '#web/ui/dialogs/dialog-store.ts'
import { TextArea } from '#web/ui/forms/text-field.tsx'
import { ActionForm } from './action-form.tsx'
import * as schemas from './action-schemas.ts'
import { useDialogForm } from '#web/lib/forms/use-dialog-form.ts'

interface MessageValues {
  message: string
}

interface MessageAction {
  request: SignatureRequest
  run: (message: string) => Promise<SignatureRequest>
  onDone: (request: SignatureRequest) => void
}

/** One decline ends the request for everybody: that is there before one does it. */
export function openDecline({ request, run, onDone }: MessageAction): void {
  openDialog<MessageValues>({
    namespace: 'general',
    name: 'decline-signing-request',
    title: <Trans>Decline to sign?</Trans>,
    content: (controls) => <DeclineForm request={request} controls={controls} />,
    onAction: async ({ message }) => onDone(await run(message)),
  })
}

function DeclineForm({
  request,
  controls,
}: {
  request: SignatureRequest
  controls: DialogControls<MessageValues>
}) {
  const { t } = useLingui()
  const { form, submit } = useDialogForm<MessageValues>({
    schema: schemas.Said,
    values: { message: '' },
    controls,
  })
  const asker = request.owner.name || request.owner.email
  const isAlone = request.signatures.length === 1
  return (
    <ActionForm
      controls={controls}
      onSubmit={submit}
      color="error"
      leave={<Trans>Cancel</Trans>}
      button={<Trans>Decline to sign</Trans>}
    >
      <p className="wrap-anywhere">
        {isAlone ? (
          <Trans>Declining ends the signature request and notifies {asker}. This can’t be undone.</Trans>
        ) : (
          <Trans>
            Declining cancels the request for everyone. Everyone who has received it will be notified. This
            can’t be undone.
          </Trans>
        )}
      </p>
      <MessageField
        label={t`Reason for declining (optional)`}
        hint={t`Let the sender know why.`}
        form={form}
      />
    </ActionForm>
  )
}

/** Takes an open request back. */
export function openWithdraw({ request, run, onDone }: MessageAction): void {
  openDialog<MessageValues>({
    namespace: 'document',
    name: 'withdraw',
    title: <Trans>Withdraw signature request?</Trans>,
    content: (controls) => <WithdrawForm request={request} controls={controls} />,
    onAction: async ({ message }) => onDone(await run(message)),
  })
}

function WithdrawForm({
  request,
  controls,
}: {
  request: SignatureRequest
  controls: DialogControls<MessageValues>
}) {
  const { t } = useLingui()
  const { form, submit } = useDialogForm<MessageValues>({
    schema: schemas.Said,
    values: { message: '' },
    controls,
  })
  return (
    <ActionForm
      controls={controls}
      onSubmit={submit}
      color="error"
      leave={<Trans>Keep request open</Trans>}
      button={<Trans>Withdraw request</Trans>}
    >
      <p className="wrap-anywhere">
        <Trans>
          “{request.title}” can no longer be signed, and everyone who has received it will be notified. This
          can’t be undone.
        </Trans>
      </p>
      <MessageField label={t`Message (optional)`} hint={t`Included in the email to signers.`} form={form} />
    </ActionForm>
  )
}

function MessageField(props: {
  label: string
  hint: string
  form: { register: UseFormRegister<MessageValues>; formState: { errors: FieldErrors<MessageValues> } }
}) {
  const { form } = props
  return (
    <TextArea
      label={props.label}
      hint={props.hint}
      rows={3}
      error={form.formState.errors.message?.message}
      {...form.register('message')}
    />
  )
}
