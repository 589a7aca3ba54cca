import type { Context } from '#api/providers/context.ts'
import { Refusal } from '#api/platform/refusal.ts'
import { OverLimit, type Task } from '#api/platform/threads/task.ts'
import {
  isTooShort,
  judgePassword,
  normalizePassword,
  type Person,
  type PasswordProblem,
  personalWords,
} from '../password.ts'
import type { estimateStrength } from '../password-strength.ts'

const estimate: Task<Parameters<typeof estimateStrength>[0], ReturnType<typeof estimateStrength>> = {
  module: new URL('../password-strength.ts', import.meta.url),
  name: 'estimateStrength',
}

/** Why this person may not have this password; null where they may. */
export async function checkPassword(
  context: Context,
  password: string,
  person: Person,
): Promise<PasswordProblem | null> {
  return isTooShort(normalizePassword(password))
    ? 'too_short'
    : (await ratePassword(context, password, person)).problem
}

/** The same, with how hard the password is to guess: from 0 (at once) to 4. */
export async function ratePassword(
  context: Context,
  typed: string,
  person: Person,
): Promise<{ readonly problem: PasswordProblem | null; readonly score: number }> {
  const password = normalizePassword(typed)
  try {
    const strength = await context.threads.password.run(
      estimate,
      { password, personalWords: personalWords(person) },
      // The first one on a busy machine waits for the word lists to be read.
      { timeLimit: 20_000 },
    )
    return { problem: judgePassword(password, strength), score: strength.score }
  } catch (error) {
    if (error instanceof OverLimit) throw new Refusal('service.saturated', { retryAfter: 1, cause: error })
    throw error
  }
}

const messages: Record<PasswordProblem, string> = {
  too_short: 'You must enter a minimum of 10 characters',
  too_common: 'This password is easily guessed',
  contains_personal_data: 'The password must not be made of your name or email',
}

export function weakPassword(problem: PasswordProblem, field = 'password'): Refusal {
  return new Refusal('password.weak', {
    fields: [{ field, code: problem, message: messages[problem] }],
  })
}
