import type { Signature, SignatureRequest } from '@countersign/contract/signature-request-shapes.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { openDialog, type DialogControls } from '#web/ui/dialogs/dialog-store.ts'
import { TextField } from '#web/ui/forms/text-field.tsx'
import type { RequestActions } from '../action-calls.ts'
import { ActionForm } from '../action-form.tsx'
import * as schemas from '../action-schemas.ts'
import { signerCorrection, type CorrectedSigner } from '../correction.ts'
import { SignerNameFields } from './signer-name-fields.tsx'
import { useDialogForm } from '#web/lib/forms/use-dialog-form.ts'

/** Puts right who is asked: after a mail came back, say. */
export function openCorrectSigner(options: {
  request: SignatureRequest
  signature: Signature
  actions: RequestActions
  onDone: (request: SignatureRequest) => void
}): void {
  const { request, signature, actions, onDone } = options
  openDialog<CorrectedSigner>({
    namespace: 'document',
    name: 'correct-signer',
    title: <Trans>Correct signers</Trans>,
    content: (controls) => <CorrectSignerForm signature={signature} controls={controls} />,
    onAction: async (given) => onDone(await actions.correct(signerCorrection(request, signature.sid, given))),
  })
}

function CorrectSignerForm(props: { signature: Signature; controls: DialogControls<CorrectedSigner> }) {
  const { t } = useLingui()
  const { signature, controls } = props
  const { email_address, first_name, last_name } = signature.signer_identity_data
  const { form, errors, submit } = useDialogForm<CorrectedSigner>({
    schema: schemas.Identity,
    values: {
      email_address,
      first_name: first_name ?? '',
      last_name: last_name ?? '',
      language: signature.language,
    },
    controls,
  })
  const isAnother = form.watch('email_address').trim() !== email_address
  return (
    <ActionForm
      controls={controls}
      onSubmit={submit}
      button={isAnother ? <Trans>Send to this address</Trans> : <Trans>Save changes</Trans>}
    >
      {signature.delivery?.state === 'failed' && (
        <p>
          <Trans>The email to {email_address} bounced. Enter a new address to resend it.</Trans>
        </p>
      )}
      <TextField
        label={t`Email`}
        type="email"
        inputMode="email"
        autoComplete="off"
        maxLength={254}
        hint={t`We’ll email a link to the new address. The link sent to the old one will stop working.`}
        error={errors.email_address?.message}
        {...form.register('email_address')}
      />
      <SignerNameFields
        firstName={{ error: errors.first_name?.message, ...form.register('first_name') }}
        lastName={{ error: errors.last_name?.message, ...form.register('last_name') }}
        language={{ error: errors.language?.message, ...form.register('language') }}
      />
    </ActionForm>
  )
}
