import { useEffect, useState } from 'react'
import { checkPassword, type PasswordProblem } from '@countersign/contract/passwords.ts'
import { call } from '#web/lib/calls/api.ts'
import { containsPersonal, lengthOf, minimumLength } from '#web/lib/forms/password-strength.ts'

/** Someone who types on is not asked for yet. */
const pause = 500

/**
 * What the service thinks of a password once the typing rests; null while nobody knows. What can be told here (too
 * short, one's own name) is not sent.
 */
export function usePasswordCheck(
  password: string,
  personal: readonly string[],
): PasswordProblem | 'good' | null {
  const [answer, setAnswer] = useState<{ to: string; says: PasswordProblem | 'good' } | null>(null)
  const isLongEnough = lengthOf(password) >= minimumLength
  const isOwnName = containsPersonal(password, personal)
  const ask = isLongEnough && !isOwnName
  useEffect(() => {
    if (!ask) return
    const abort = new AbortController()
    const timer = window.setTimeout(() => {
      const options = { signal: abort.signal, background: true }
      call(checkPassword, { body: { password } }, options).then(
        ({ error }) => setAnswer({ to: password, says: error ?? 'good' }),
        // It is checked again when it is saved.
        () => undefined,
      )
    }, pause)
    return () => {
      window.clearTimeout(timer)
      abort.abort()
    }
  }, [ask, password])
  if (isOwnName) return 'contains_personal_data'
  return answer?.to === password ? answer.says : null
}
