import { useLingui as useCatalog } from '@lingui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { Email, type Language } from '@countersign/contract/values.ts'
import { schemaResolver, showFieldErrors } from '#web/lib/form-resolver.ts'
import { Button } from '#web/ui/button.tsx'
import { RefusalNotice } from '#web/ui/refusal-notice.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { askForReset } from './ask-for-reset.ts'

/** Whose password is forgotten: where to send the link. */
export function AskResetForm({ email, onSent }: { email: string; onSent: () => void }) {
  const { t } = useLingui()
  const { i18n } = useCatalog()
  const [failure, setFailure] = useState<unknown>(null)
  const form = useForm({
    defaultValues: { email },
    resolver: schemaResolver<{ email: string }>(z.object({ email: Email }), i18n),
  })

  const submit = form.handleSubmit(async (values) => {
    setFailure(null)
    try {
      await askForReset(values.email, i18n.locale as Language)
      onSent()
    } catch (refusal) {
      if (!showFieldErrors(refusal, form.setError, i18n)) setFailure(refusal)
    }
  })

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      {failure !== null && <RefusalNotice failure={failure} />}
      <TextField
        label={t`E-mail`}
        hint={t`The one you sign in with.`}
        type="email"
        inputMode="email"
        autoComplete="username"
        autoFocus
        error={form.formState.errors.email?.message}
        {...form.register('email')}
      />
      <Button submit block size="lg" loading={form.formState.isSubmitting}>
        <Trans>Send me the link</Trans>
      </Button>
    </form>
  )
}
