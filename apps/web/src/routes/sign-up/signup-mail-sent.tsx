import { SignUpMailSent } from '#web/features/sign-up/sign-up-mail-sent.tsx'
import { paths } from '#web/lib/paths.ts'

export function SignupMailSentPage() {
  return <SignUpMailSent again={(flow) => (flow === 'eidplus' ? paths.eidPlusNew() : paths.signup())} />
}
