import { requestConfirmation } from '@countersign/contract/accounts.ts'
import type { Language } from '@countersign/contract/values.ts'
import { call } from '#web/lib/api.ts'
import { rememberEmail } from '#web/lib/return-address.ts'
import { sentMail, type SignUpFlow } from './sign-up-state.ts'

/** Has the link mailed. The answer is the same whether an account exists or not. */
export async function askForMail(email: string, flow: SignUpFlow, lang: Language): Promise<void> {
  await call(requestConfirmation, { body: { email, flow, lang } })
  rememberEmail(email.trim())
  sentMail.keep({ email: email.trim(), flow, at: Date.now() })
}
