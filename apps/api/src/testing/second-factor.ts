import * as factors from '@countersign/contract/second-factors.ts'
import { login } from '@countersign/contract/sessions.ts'
import { TOTP } from 'otpauth'
import type { Person, TestApi } from './api.ts'

/** The code an app shows, `steps` of half a minute from now. */
export function codeOf(secret: string, steps = 0): string {
  return new TOTP({ secret }).generate({ timestamp: Date.now() + steps * 30_000 })
}

/**
 * Someone's app, set up through the front door. The code that proved it is used up, so the proof is made to have been a
 * minute ago: the code of now is good.
 */
export async function anApp(
  api: Pick<TestApi, 'call' | 'context'>,
  person: Person,
): Promise<{ readonly id: string; readonly secret: string; readonly recoveryCodes: string[] }> {
  const { id, secret } = await api.call(factors.startTotp, { body: { password: person.password } }, person.as)
  const confirmed = await api.call(
    factors.confirmTotp,
    { params: { id }, body: { code: codeOf(secret) } },
    person.as,
  )
  await api.context.pool.query('UPDATE second_factors SET last_step = last_step - 2 WHERE id = $1', [id])
  return { id, secret, recoveryCodes: confirmed.recoveryCodes ?? [] }
}

/** What the right password is answered where there is a second factor. */
export async function aChallenge(api: Pick<TestApi, 'ask'>, person: Pick<Person, 'email' | 'password'>) {
  const reply = await api.ask(login, { body: { email: person.email, password: person.password } })
  if (reply.ok || !reply.error.second_factor) throw new Error(`no challenge: ${reply.status}`)
  return reply.error.second_factor
}
