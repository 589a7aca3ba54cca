import { useLingui as useCatalog } from '@lingui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState, type ReactNode } from 'react'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { Email, type Language } from '@countersign/contract/values.ts'
import { schemaResolver, showFieldErrors } from '#web/lib/form-resolver.ts'
import { Button } from './button.tsx'
import { RefusalNotice } from './refusal-notice.tsx'
import { TextField } from './text-field.tsx'

interface AskEmailFormProps {
  email: string
  hint: ReactNode
  /** `username` where it is the one someone signs in with. */
  autoComplete: 'email' | 'username'
  send: (email: string, language: Language) => Promise<unknown>
  onSent: () => void
}

/** Where to mail a link to. */
export function AskEmailForm({ email, hint, autoComplete, send, onSent }: AskEmailFormProps) {
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
      await send(values.email, i18n.locale as Language)
      onSent()
    } catch (refusal) {
      if (!showFieldErrors(refusal, form.setError, i18n)) setFailure(refusal)
    }
  })

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      {failure !== null && <RefusalNotice failure={failure} />}
      <TextField
        label={t`Email`}
        hint={hint}
        type="email"
        inputMode="email"
        autoComplete={autoComplete}
        autoFocus
        error={form.formState.errors.email?.message}
        {...form.register('email')}
      />
      <Button submit block size="lg" loading={form.formState.isSubmitting}>
        <Trans>Send link</Trans>
      </Button>
    </form>
  )
}
