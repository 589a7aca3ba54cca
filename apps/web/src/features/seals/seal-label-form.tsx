import type { Seal } from '@countersign/contract/seals.ts'
import { line } from '@countersign/contract/values.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import * as z from 'zod/mini'
import { useSentForm } from '#web/lib/forms/use-sent-form.ts'
import { Checkbox } from '#web/ui/forms/checkbox.tsx'
import { SaveButton } from '#web/ui/forms/save-button.tsx'
import { showSnackbar } from '#web/ui/dialogs/snackbar-store.ts'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { saveSeal } from './seal-calls.ts'

/** What the seal is called where it is on a page, and whether it certifies. */
export function SealLabelForm({ seal, onSaved }: { seal: Seal; onSaved: (seal: Seal) => void }) {
  const { t } = useLingui()
  const { form, errors, failure, isSubmitting, submit } = useSentForm({
    values: { label: seal.label, certifies: seal.data.certifies },
    check: z.object({ label: line(100, 1), certifies: z.boolean() }),
    async send({ label, certifies }, { reset }) {
      const saved = await saveSeal(seal.name, { label: label.trim(), certifies })
      reset({ label: saved.label, certifies: saved.data.certifies })
      onSaved(saved)
      showSnackbar(t`Seal saved.`, { color: 'success' })
    },
  })
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-3">
      <TextField
        label={t`Name on the page`}
        hint={t`Visible to everyone who opens a sealed document.`}
        maxLength={100}
        autoComplete="organization"
        error={errors.label && t`Enter a name.`}
        {...form.register('label')}
      />
      <Checkbox
        label={t`Certify documents it signs first`}
        hint={t`People can still sign and fill in forms afterwards. Any other change invalidates the seal.`}
        {...form.register('certifies')}
      />
      <SaveButton failure={failure} loading={isSubmitting}>
        <Trans>Save</Trans>
      </SaveButton>
    </form>
  )
}
