import { Trans, useLingui } from '@lingui/react/macro'
import * as z from 'zod/mini'
import { useDialogForm } from '#web/lib/forms/use-dialog-form.ts'
import { Button } from '#web/ui/button.tsx'
import { DialogButtons } from '#web/ui/dialogs/dialog-host.tsx'
import type { DialogControls } from '#web/ui/dialogs/dialog-store.ts'
import { Select } from '#web/ui/forms/select.tsx'
import { KeyLifetime, type KeyReplacement } from './api-user-calls.ts'
import { useKeyWords } from './use-key-words.ts'

const Replacement = z.object({
  keep: z.enum(['0', '1', '24', '168']),
  expires: KeyLifetime,
})

/** A new key, and what becomes of the previous one. */
export function KeyReplacementForm({ controls }: { controls: DialogControls<KeyReplacement> }) {
  const { t } = useLingui()
  const { overlaps, lifetimes } = useKeyWords()
  const { form, submit } = useDialogForm<KeyReplacement>({
    schema: Replacement,
    values: { keep: '0', expires: 'never' },
    controls,
  })
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
      <Select
        label={t`Current key`}
        hint={t`Every program that uses it needs the new key by then.`}
        options={overlaps}
        {...form.register('keep')}
      />
      <Select label={t`New key expires`} options={lifetimes} {...form.register('expires')} />
      <DialogButtons>
        <Button type="secondary" color="neutral" disabled={controls.loading} onClick={controls.close}>
          <Trans>Keep as is</Trans>
        </Button>
        <Button submit loading={controls.loading}>
          <Trans>Create new key</Trans>
        </Button>
      </DialogButtons>
    </form>
  )
}
