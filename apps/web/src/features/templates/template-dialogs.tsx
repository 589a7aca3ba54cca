import type { TemplateListItem } from '@countersign/contract/templates.ts'
import { line } from '@countersign/contract/values.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import * as z from 'zod/mini'
import { ActionForm } from '#web/features/request-actions/action-form.tsx'
import { useDialogForm } from '#web/lib/forms/use-dialog-form.ts'
import { openDialog, type DialogControls } from '#web/ui/dialogs/dialog-store.ts'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { changeTemplate, removeTemplate } from './template-calls.ts'

interface TemplateReference {
  template: Pick<TemplateListItem, 'id' | 'name'>
  onDone: () => void
}

const Named = z.object({ name: line(200, 1) })

export function openRename({ template, onDone }: TemplateReference): void {
  openDialog<{ name: string }>({
    namespace: 'document',
    name: 'rename-template',
    title: <Trans>Rename template</Trans>,
    content: (controls) => <RenameForm name={template.name} controls={controls} />,
    onAction: async (given) => {
      await changeTemplate(template.id, given)
      onDone()
    },
  })
}

function RenameForm({ name, controls }: { name: string; controls: DialogControls<{ name: string }> }) {
  const { t } = useLingui()
  const { form, submit } = useDialogForm<{ name: string }>({ schema: Named, values: { name }, controls })
  return (
    <ActionForm controls={controls} onSubmit={submit} button={<Trans>Rename</Trans>}>
      <TextField
        label={t`Template name`}
        maxLength={200}
        error={form.formState.errors.name?.message}
        {...form.register('name')}
      />
    </ActionForm>
  )
}

export function openDelete({ template, onDone }: TemplateReference): void {
  const { name } = template
  openDialog({
    namespace: 'document',
    name: 'delete-template',
    title: <Trans>Delete template “{name}”?</Trans>,
    content: (controls) => (
      <ActionForm
        controls={controls}
        onSubmit={() => controls.act()}
        color="error"
        leave={<Trans>Keep</Trans>}
        button={<Trans>Delete template</Trans>}
      >
        <p>
          <Trans>This can’t be undone. Signature requests created from it aren’t affected.</Trans>
        </p>
      </ActionForm>
    ),
    onAction: async () => {
      await removeTemplate(template.id)
      onDone()
    },
  })
}
