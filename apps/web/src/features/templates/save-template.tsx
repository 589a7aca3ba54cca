import type { Signature, SignatureRequest } from '@countersign/contract/signature-request-shapes.ts'
import { line, roleNameAtMost } from '@countersign/contract/values.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import * as z from 'zod/mini'
import { ActionForm } from '#web/features/request-actions/action-form.tsx'
import { useDialogForm } from '#web/lib/forms/use-dialog-form.ts'
import { paths } from '#web/lib/paths.ts'
import { nameOf } from '#web/lib/requests/signer-name.ts'
import { openDialog, type DialogControls } from '#web/ui/dialogs/dialog-store.ts'
import { showSnackbar } from '#web/ui/dialogs/snackbar-store.ts'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { saveTemplate } from './template-calls.ts'
import type { ReactNode } from 'react'
import { AppLink } from '#web/ui/app-link.tsx'

interface TemplateNames {
  name: string
  roles: { sid: string; name: string }[]
}

const Schema = z.object({
  name: line(200, 1),
  roles: z.array(z.object({ sid: z.string(), name: line(roleNameAtMost, 1) })),
})

/** Saves a request as a template: what it is called, and what each signer signs as. */
export function openSaveTemplate(request: SignatureRequest): void {
  openDialog<TemplateNames>({
    namespace: 'document',
    name: 'save-template',
    title: <Trans>Save as template</Trans>,
    content: (controls) => <SaveForm request={request} controls={controls} />,
    onAction: async (given) => {
      const { id } = await saveTemplate({ ...given, signature_request_id: request.id })
      showSnackbar(
        <>
          <Trans>Template saved.</Trans>{' '}
          <SnackbarLink to={paths.template(id)}>
            <Trans>Open template</Trans>
          </SnackbarLink>
        </>,
        { duration: 10_000 },
      )
    },
  })
}

function SaveForm({
  request,
  controls,
}: {
  request: SignatureRequest
  controls: DialogControls<TemplateNames>
}) {
  const { t } = useLingui()
  const { form, submit } = useDialogForm<TemplateNames>({
    schema: Schema,
    values: {
      name: request.title,
      roles: request.signatures.map(({ sid, role, signer_group: group }, index) => {
        const number = index + 1
        return { sid, name: role ?? group?.name ?? t`Signer ${number}` }
      }),
    },
    controls,
  })
  const { errors } = form.formState
  return (
    <ActionForm controls={controls} onSubmit={submit} button={<Trans>Save template</Trans>}>
      <p>
        <Trans>
          The template keeps documents, attachments, fields, message, settings and observers, but not the
          signers and their languages. Give each signer a role.
        </Trans>
      </p>
      <TextField
        label={t`Template name`}
        maxLength={200}
        error={errors.name?.message}
        {...form.register('name')}
      />
      {request.signatures.map((signature, index) => (
        <TextField
          key={signature.sid}
          label={<RoleLabel signature={signature} number={index + 1} />}
          maxLength={roleNameAtMost}
          error={errors.roles?.[index]?.name?.message}
          {...form.register(`roles.${index}.name`)}
        />
      ))}
    </ActionForm>
  )
}

function RoleLabel({ signature, number }: { signature: Signature; number: number }) {
  const name = nameOf(signature)
  return name ? <Trans>{name} signs as</Trans> : <Trans>Signer {number} signs as</Trans>
}

/** The way on from a message that goes again on its own. */
function SnackbarLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <AppLink to={to} className="font-medium underline">
      {children}
    </AppLink>
  )
}
