import { line } from '@countersign/contract/values.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import * as z from 'zod/mini'
import { useSentForm } from '#web/lib/forms/use-sent-form.ts'
import { openSecretDialog } from '#web/ui/dialogs/secret-dialog.tsx'
import { SaveButton } from '#web/ui/forms/save-button.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { createToken } from './provisioning-calls.ts'

const Token = z.object({ name: line(100, 1), days: z.enum(['90', '180', '365', '730']) })

/** Creates a token; it is shown once. */
export function TokenForm({ onCreated }: { onCreated: () => Promise<unknown> }) {
  const { t } = useLingui()
  const { form, errors, failure, isSubmitting, submit } = useSentForm({
    values: { name: '', days: '365' },
    check: Token,
    async send({ name, days }, { reset }) {
      const { token } = await createToken({ name, days: Number(days) })
      reset()
      await onCreated()
      openSecretDialog({
        name: 'scim-token',
        title: <Trans>SCIM token</Trans>,
        advice: (
          <Trans>
            Enter it at your identity provider as the secret token. If you lose it, revoke it and create a new
            one.
          </Trans>
        ),
        values: [{ value: token }],
        confirmation: <Trans>I’ve stored the token</Trans>,
      })
    },
  })
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <TextField
        label={t`Name of the token`}
        hint={t`For example, the name of the identity provider`}
        maxLength={100}
        autoComplete="off"
        error={errors.name && t`This field is required.`}
        {...form.register('name')}
      />
      <Select
        label={t`Valid for`}
        options={[
          { value: '90', label: t`90 days` },
          { value: '180', label: t`180 days` },
          { value: '365', label: t`1 year` },
          { value: '730', label: t`2 years` },
        ]}
        {...form.register('days')}
      />
      <SaveButton failure={failure} loading={isSubmitting}>
        <Trans>Create token</Trans>
      </SaveButton>
    </form>
  )
}
