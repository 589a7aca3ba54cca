/** A first impression while one types; the service, which knows the common passwords, has the last word. */
export type Strength = 'weak' | 'fair' | 'good' | 'strong'

export const minimumLength = 10

export interface PasswordRules {
  longEnough: boolean
  free: boolean
  hardToGuess: boolean
}

/**
 * The rules that can be told at once: long enough, free of the person's own name and email, and, as far as can be estimated
 * here, not easy to guess.
 */
export function passwordRules(password: string, personal: readonly string[]): PasswordRules {
  return {
    longEnough: lengthOf(password) >= minimumLength,
    free: !containsPersonal(password, personal),
    hardToGuess: ['good', 'strong'].includes(passwordStrength(password)),
  }
}

/** As the service counts it: a letter with its accent apart is one. */
export function lengthOf(password: string): number {
  return [...password.normalize('NFKC')].length
}

export function containsPersonal(password: string, personal: readonly string[]): boolean {
  const typed = password.toLowerCase()
  return personal
    .flatMap((words) => words.toLowerCase().split(/[\s@.\-_+]+/))
    .some((word) => word.length >= 4 && typed.includes(word))
}

/** By an estimate of how many guesses it takes: kinds of characters and length, runs and repeats counted once. */
export function passwordStrength(password: string): Strength {
  const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\p{Lo}/u, /\p{N}/u, /[^\p{L}\p{N}]/u].filter((kind) =>
    kind.test(password),
  ).length
  const distinct = surprisingCharacters(password)
  const bits = distinct * (3 + kinds)
  if (lengthOf(password) < minimumLength || bits < 45) return 'weak'
  if (bits < 60) return 'fair'
  return bits < 80 ? 'good' : 'strong'
}

/** Characters that neither repeat nor continue the one before ('aaa', '1234'). */
function surprisingCharacters(password: string): number {
  const codes = Array.from(password, (letter) => letter.codePointAt(0)!)
  const surprising = codes.filter((code, index) => index === 0 || Math.abs(code - codes[index - 1]!) > 1)
  return Math.min(surprising.length, new Set(codes).size * 2)
}

/**
 * What is wrong with a password as far as is certain without asking; null where nothing is. Whether it is easy to guess is
 * for the service to say: the estimate here knows no words, and takes twelve random letters for as weak as 'password1234'.
 */
export function passwordProblem(
  password: string,
  personal: readonly string[],
): 'too_short' | 'contains_personal_data' | null {
  const { longEnough, free } = passwordRules(password, personal)
  if (!longEnough) return 'too_short'
  return free ? null : 'contains_personal_data'
}
