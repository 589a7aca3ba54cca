import type { SignatureRequest } from '@countersign/contract/signature-request-shapes.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { dayOf } from '#web/lib/language/day.ts'
import { openDialog, type DialogControls } from '#web/ui/dialogs/dialog-store.ts'
import { TextArea, TextField } from '#web/ui/forms/text-field.tsx'
import type { RequestActions } from './action-calls.ts'
import { ActionForm } from './action-form.tsx'
import * as schemas from './action-schemas.ts'
import { correctionOf, type Correction } from './correction.ts'
import { useDialogForm } from '#web/lib/forms/use-dialog-form.ts'

interface Options {
  request: SignatureRequest
  actions: RequestActions
  onDone: (request: SignatureRequest) => void
}

/** What is out is put right, while nobody has signed. */
export function openCorrect({ request, actions, onDone }: Options): void {
  openDialog<Correction>({
    namespace: 'document',
    name: 'correct',
    title: <Trans>Correct signature request</Trans>,
    content: (controls) => <CorrectForm request={request} controls={controls} />,
    onAction: async (given) => {
      const body = correctionOf(request, given)
      if (body) onDone(await actions.correct(body))
    },
  })
}

function CorrectForm(props: { request: SignatureRequest; controls: DialogControls<Correction> }) {
  const { t } = useLingui()
  const { request, controls } = props
  const { form, submit } = useDialogForm<Correction>({
    schema: request.expiration_date === null ? schemas.Correction : schemas.DatedCorrection,
    values: {
      title: request.title,
      message: request.message,
      expiration_date: dayOf(request.expiration_date),
    },
    controls,
    words: { past: t`Choose a future date.` },
  })
  const { errors } = form.formState
  return (
    <ActionForm controls={controls} onSubmit={submit} button={<Trans>Save changes</Trans>}>
      <p>
        <Trans>Nobody has signed yet. Signers and observers will get one email describing the changes.</Trans>
      </p>
      <TextField label={t`Title`} maxLength={200} error={errors.title?.message} {...form.register('title')} />
      <TextArea label={t`Message`} rows={4} error={errors.message?.message} {...form.register('message')} />
      <TextField
        label={t`Expires on`}
        type="date"
        min={dayOf(new Date().toISOString())}
        error={errors.expiration_date?.message}
        {...form.register('expiration_date')}
      />
    </ActionForm>
  )
}
