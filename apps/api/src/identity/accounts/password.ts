export type PasswordProblem = 'too_short' | 'too_common' | 'contains_personal_data'

/** What the strength estimate found: from 0 (guessed at once) to 4. */
export interface PasswordStrength {
  readonly score: number
  /** Without the person's own names and email; null where the password has none of them. */
  readonly scoreOfRest: number | null
}

export interface Person {
  readonly email: string
  readonly firstName: string
  readonly lastName: string
}

const shortest = 10
const weakestScore = 3
const shortestPart = 3

/** What is known about a person and must not be their password. */
export function personalWords(person: Person): string[] {
  const [local = '', domain = ''] = person.email.split('@')
  const words = [
    person.email,
    local,
    domain,
    ...local.split(/[^\p{L}\p{N}]+/u),
    ...domain.split('.').slice(0, -1),
    ...person.firstName.split(/[\s'-]+/),
    ...person.lastName.split(/[\s'-]+/),
  ]
  return [...new Set(words.map((word) => word.toLowerCase()))].filter((word) => word.length >= shortestPart)
}

/** As a password is hashed and compared (Unicode NFKC): what it is worth is judged in this form, too. */
export function normalizePassword(password: string): string {
  return password.normalize('NFKC')
}

export function isTooShort(password: string): boolean {
  return [...password].length < shortest
}

/** Why a password is refused; null where it is good. With one's own name or email in it, it has to be as strong without them. */
export function judgePassword(
  password: string,
  { score, scoreOfRest }: PasswordStrength,
): PasswordProblem | null {
  if (isTooShort(password)) return 'too_short'
  if (scoreOfRest !== null && Math.min(score, scoreOfRest) < weakestScore) return 'contains_personal_data'
  return score < weakestScore ? 'too_common' : null
}
