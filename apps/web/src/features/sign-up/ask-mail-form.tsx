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
import { askForMail } from './ask-for-mail.ts'
import type { SignUpFlow } from './sign-up-state.ts'

interface AskMailFormProps {
  email: string
  flow: SignUpFlow
  onSent: () => void
}

/** The first step of signing up: where to send the link. */
export function AskMailForm({ email, flow, onSent }: AskMailFormProps) {
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
      await askForMail(values.email, flow, i18n.locale as Language)
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
        hint={t`We send you a link to confirm that it is yours.`}
        type="email"
        inputMode="email"
        autoComplete="email"
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
