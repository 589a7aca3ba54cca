import { useLingui as useCatalog } from '@lingui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import * as z from 'zod/mini'
import { Email, type Language } from '@countersign/contract/values.ts'
import { useSentForm } from '#web/lib/forms/use-sent-form.ts'
import { Button } from '../button.tsx'
import { RefusalNotice } from '../notices/refusal-notice.tsx'
import { TextField } from './text-field.tsx'

interface AskEmailFormProps {
  email: string
  hint: ReactNode
  /** `username` where it is the one someone signs in with. */
  autoComplete: 'email' | 'username'
  send: (email: string, language: Language) => Promise<unknown>
  onSent: () => void
  /** Says why it was refused, where the refusal itself doesn't say enough. */
  describe?: (failure: unknown, email: string) => ReactNode
}

/** Where to mail a link to. */
export function AskEmailForm({ email, hint, autoComplete, send, onSent, describe }: AskEmailFormProps) {
  const { t } = useLingui()
  const { i18n } = useCatalog()
  const { form, errors, failure, isSubmitting, submit } = useSentForm<{ email: string }>({
    values: { email },
    check: z.object({ email: Email }),
    async send(typed) {
      await send(typed.email, i18n.locale as Language)
      onSent()
    },
    // One line that is typed again in a moment.
    guarded: false,
  })

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      {failure !== null &&
        (describe?.(failure, form.getValues('email')) ?? <RefusalNotice failure={failure} />)}
      <TextField
        label={t`Email`}
        hint={hint}
        type="email"
        inputMode="email"
        autoComplete={autoComplete}
        autoFocus
        error={errors.email?.message}
        {...form.register('email')}
      />
      <Button submit block size="lg" loading={isSubmitting}>
        <Trans>Send link</Trans>
      </Button>
    </form>
  )
}
