import type { Seal } from '@countersign/contract/seals.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { useLeaveGuard } from '#web/lib/use-leave-guard.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { SaveButton } from '#web/ui/save-button.tsx'
import { showSnackbar } from '#web/ui/snackbar-store.ts'
import { TextField } from '#web/ui/text-field.tsx'
import { saveSeal } from './seal-calls.ts'

/** What the seal is called where it is on a page, and whether it certifies. */
export function SealLabelForm({ seal, onSaved }: { seal: Seal; onSaved: (seal: Seal) => void }) {
  const { t } = useLingui()
  const [label, setLabel] = useState(seal.label)
  const [certifies, setCertifies] = useState(seal.data.certifies)
  const isEmpty = label.trim() === ''
  const saving = useMutation({
    mutationFn: () => saveSeal(seal.name, { label: label.trim(), certifies }),
    onSuccess: (saved) => {
      onSaved(saved)
      showSnackbar(t`Seal saved.`, { color: 'success' })
    },
  })
  useLeaveGuard(label.trim() !== seal.label || certifies !== seal.data.certifies)
  function submit(event: FormEvent) {
    event.preventDefault()
    if (!isEmpty) saving.mutate()
  }
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-3">
      <TextField
        label={t`Name on the page`}
        hint={t`Visible to everyone who opens a sealed document.`}
        value={label}
        maxLength={100}
        autoComplete="organization"
        error={isEmpty ? t`Enter a name.` : undefined}
        onChange={(event) => setLabel(event.target.value)}
      />
      <Checkbox
        label={t`Certify documents it signs first`}
        hint={t`People can still sign and fill in forms afterwards. Any other change invalidates the seal.`}
        checked={certifies}
        onChange={(event) => setCertifies(event.target.checked)}
      />
      <SaveButton failure={saving.isError ? saving.error : null} loading={saving.isPending}>
        <Trans>Save</Trans>
      </SaveButton>
    </form>
  )
}
