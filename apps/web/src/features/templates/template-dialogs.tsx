import type { TemplateListItem } from '@countersign/contract/templates.ts'
import { line } from '@countersign/contract/values.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import * as z from 'zod/mini'
import { ActForm } from '#web/features/request-acts/act-form.tsx'
import { useActForm } from '#web/features/request-acts/use-act-form.ts'
import { openDialog, type DialogControls } from '#web/ui/dialog-store.ts'
import { TextField } from '#web/ui/text-field.tsx'
import { changeTemplate, removeTemplate } from './template-calls.ts'

interface About {
  template: Pick<TemplateListItem, 'id' | 'name'>
  onDone: () => void
}

const Named = z.object({ name: line(200, 1) })

export function openRename({ template, onDone }: About): void {
  openDialog<{ name: string }>({
    namespace: 'document',
    name: 'rename-template',
    title: <Trans>Rename the template</Trans>,
    content: (controls) => <RenameForm name={template.name} controls={controls} />,
    onAction: async (given) => {
      await changeTemplate(template.id, given)
      onDone()
    },
  })
}

function RenameForm({ name, controls }: { name: string; controls: DialogControls<{ name: string }> }) {
  const { t } = useLingui()
  const { form, submit } = useActForm<{ name: string }>({ schema: Named, values: { name }, controls })
  return (
    <ActForm controls={controls} onSubmit={submit} button={<Trans>Rename</Trans>}>
      <TextField
        label={t`Name of the template`}
        maxLength={200}
        error={form.formState.errors.name?.message}
        {...form.register('name')}
      />
    </ActForm>
  )
}

export function openDelete({ template, onDone }: About): void {
  const { name } = template
  openDialog({
    namespace: 'document',
    name: 'delete-template',
    title: <Trans>Delete the template “{name}”?</Trans>,
    content: (controls) => (
      <ActForm
        controls={controls}
        onSubmit={() => controls.act()}
        color="error"
        leave={<Trans>Keep it</Trans>}
        button={<Trans>Delete the template</Trans>}
      >
        <p>
          <Trans>
            It cannot be brought back. Signature requests that were made from it stay as they are.
          </Trans>
        </p>
      </ActForm>
    ),
    onAction: async () => {
      await removeTemplate(template.id)
      onDone()
    },
  })
}
