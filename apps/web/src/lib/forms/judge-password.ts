import { checkPassword } from '@countersign/contract/passwords.ts'
import { call } from '../calls/api.ts'
import type { FieldCode } from '../errors/field-errors.ts'
import { passwordProblem } from './password-strength.ts'

/**
 * What is wrong with a password whose field was just left; the service knows the common ones. Null where nothing is,
 * or where the service cannot say now: it says so again when the password is sent.
 */
export async function judgePassword(
  password: string,
  personal: readonly string[],
  token?: string,
): Promise<FieldCode | null> {
  const problem = passwordProblem(password, personal)
  // A click on a button has left the field too: nothing may move under it until it is through.
  if (problem) return new Promise((resolve) => setTimeout(resolve, 250, problem))
  try {
    const body = token === undefined ? { password } : { password, token }
    const { error } = await call(checkPassword, { body }, { background: true })
    return error
  } catch {
    return null
  }
}
