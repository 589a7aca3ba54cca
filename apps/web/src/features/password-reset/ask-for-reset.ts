import { requestReset } from '@countersign/contract/passwords.ts'
import type { Language } from '@countersign/contract/values.ts'
import { call } from '#web/lib/calls/api.ts'
import { rememberEmail } from '#web/lib/account/return-address.ts'
import { resetMail } from './reset-state.ts'

/** Has the link mailed. The answer is the same whether an account exists or not. */
export async function askForReset(email: string, lang: Language): Promise<void> {
  await call(requestReset, { body: { email, lang } })
  rememberEmail(email.trim())
  resetMail.keep({ email: email.trim(), at: Date.now() })
}
