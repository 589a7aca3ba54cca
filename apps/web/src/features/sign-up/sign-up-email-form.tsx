import { useLingui } from '@lingui/react/macro'
import { rememberedEmail } from '#web/lib/account/return-address.ts'
import { AskEmailForm } from '#web/ui/forms/ask-email-form.tsx'
import { askForMail } from './ask-for-mail.ts'
import { SignUpRefusal } from './sign-up-refusal.tsx'
import type { SignUpFlow } from './sign-up-state.ts'

interface SignUpEmailFormProps {
  flow: SignUpFlow
  /** Where the person wanted to go. */
  target?: () => string
  onSent: () => void
}

/** Where the link goes that confirms the email. */
export function SignUpEmailForm({ flow, target, onSent }: SignUpEmailFormProps) {
  const { t } = useLingui()
  return (
    <AskEmailForm
      email={rememberedEmail()}
      hint={t`We’ll email you a link to confirm your address.`}
      autoComplete="email"
      send={(email, language) => askForMail(email, flow, language, target?.())}
      onSent={onSent}
      describe={(failure, email) => <SignUpRefusal failure={failure} email={email} />}
    />
  )
}
