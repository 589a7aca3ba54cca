import { requestConfirmation } from '@countersign/contract/accounts.ts'
import type { Language } from '@countersign/contract/values.ts'
import { call } from '#web/lib/calls/api.ts'
import { rememberEmail } from '#web/lib/account/return-address.ts'
import { ownTimeZone } from '#web/lib/language/time-zone.ts'
import { sentMail, type SignUpFlow } from './sign-up-state.ts'

/** Has the link mailed. The answer is the same whether an account exists or not. */
export async function askForMail(
  email: string,
  flow: SignUpFlow,
  lang: Language,
  target = '',
): Promise<void> {
  await call(requestConfirmation, {
    body: { email, flow, lang, timeZone: ownTimeZone(), ...wayBack(target) },
  })
  rememberEmail(email.trim())
  sentMail.keep({ email: email.trim(), flow, at: Date.now(), target })
}

/** The mail is opened in another tab, which knows nothing of where one wanted to go: the link tells it. */
function wayBack(target: string): { confirm?: string } {
  const cameFor = /^\/(sendto|invite)\/[\w-]{1,100}$/.exec(target)
  return cameFor ? { confirm: `/signup/confirm${target}` } : {}
}
