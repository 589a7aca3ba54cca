import type { Signature, SignatureRequest } from '@countersign/contract/signature-request-shapes.ts'
import type { Language } from '@countersign/contract/values.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { languageNames, languages } from '#web/lib/language/language.ts'
import { nameOf } from '#web/lib/requests/signer-name.ts'
import { openDialog, type DialogControls } from '#web/ui/dialogs/dialog-store.ts'
import { Select } from '#web/ui/forms/select.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import type { RequestActions } from '../action-calls.ts'
import { ActionForm } from '../action-form.tsx'
import * as schemas from '../action-schemas.ts'
import { addedLast } from './signer-order.ts'
import { useDialogForm } from '#web/lib/forms/use-dialog-form.ts'

interface NewSigner {
  signer_identity_data: { email_address: string; first_name: string; last_name: string; language: Language }
}

interface Options {
  request: SignatureRequest
  actions: RequestActions
  onDone: (request: SignatureRequest) => void
}

/** One more who signs, while nobody has. */
export function openAddSigner({ request, actions, onDone }: Options): void {
  openDialog<NewSigner>({
    namespace: 'document',
    name: 'add-signer',
    title: <Trans>Add a signer</Trans>,
    content: (controls) => <AddSignerForm request={request} controls={controls} />,
    onAction: async ({ signer_identity_data: given }) => {
      const { first_name, last_name, language } = given
      const who = { ...given, first_name: first_name || null, last_name: last_name || null }
      const sequence = addedLast(request)
      onDone(
        await actions.addSigner({ signer_identity_data: who, language, sequence, ...everyDocument(request) }),
      )
    },
  })
}

/** Signs every document, without a visible place: places are put while one composes. */
export function everyDocument({ documents }: SignatureRequest) {
  return {
    all_documents: true,
    document_signatures: documents.map(({ id }) => ({ document_id: id, visual_signature: null })),
  }
}

function AddSignerForm(props: { request: SignatureRequest; controls: DialogControls<NewSigner> }) {
  const { t, i18n } = useLingui()
  const { controls, request } = props
  const language = i18n.locale as Language
  const { form, submit } = useDialogForm<NewSigner>({
    schema: schemas.NewSigner,
    values: { signer_identity_data: { email_address: '', first_name: '', last_name: '', language } },
    controls,
  })
  const errors = form.formState.errors.signer_identity_data
  const isOrdered = addedLast(request) >= 0
  return (
    <ActionForm
      controls={controls}
      onSubmit={submit}
      button={<Trans>Add and notify</Trans>}
      failed={<Trans>Failed to invite signer</Trans>}
    >
      <p>
        {isOrdered ? (
          <Trans>
            They sign last and will be emailed when it’s their turn. Their signature has no field on the page.
          </Trans>
        ) : (
          <Trans>They will be emailed now. Their signature has no field on the page.</Trans>
        )}
      </p>
      <TextField
        label={t`Email`}
        type="email"
        inputMode="email"
        autoComplete="off"
        maxLength={254}
        error={errors?.email_address?.message}
        {...form.register('signer_identity_data.email_address')}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label={t`First name (optional)`}
          autoComplete="off"
          maxLength={100}
          error={errors?.first_name?.message}
          {...form.register('signer_identity_data.first_name')}
        />
        <TextField
          label={t`Last name (optional)`}
          autoComplete="off"
          maxLength={100}
          error={errors?.last_name?.message}
          {...form.register('signer_identity_data.last_name')}
        />
      </div>
      <Select
        label={t`Email language`}
        options={languages.map((value) => ({ value, label: languageNames[value] }))}
        {...form.register('signer_identity_data.language')}
      />
    </ActionForm>
  )
}

/** Takes someone out who has not signed yet: only if they are still the person who is shown. */
export function openRemoveSigner({
  request,
  signature,
  actions,
  onDone,
}: Options & { signature: Signature }): void {
  const name = nameOf(signature)
  openDialog({
    namespace: 'document',
    name: 'remove-signer',
    title: <Trans>Remove {name}?</Trans>,
    content: (controls) => (
      <ActionForm
        controls={controls}
        onSubmit={() => controls.act()}
        color="error"
        leave={<Trans>Keep</Trans>}
        button={<Trans>Remove signer</Trans>}
      >
        <p>
          <Trans>They no longer need to sign, and their link stops working.</Trans>
        </p>
      </ActionForm>
    ),
    onAction: async () => onDone(await actions.removeSigner(signature.sid, request.updated_at)),
  })
}
