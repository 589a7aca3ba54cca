export type PasswordProblem = 'too_short' | 'too_common' | 'contains_personal_data'

/** What the strength estimate found. */
export interface PasswordStrength {
  /** 0 (guessed at once) to 4. */
  readonly score: number
  /** Pieces of the password that are the person's own data in disguise (turned round, with digits for letters). */
  readonly personalParts: readonly string[]
}

export interface Person {
  readonly email: string
  readonly firstName: string
  readonly lastName: string
}

const shortest = 10
const weakestScore = 3
// What is left of a password without one's names and address has to be worth something on its own.
const shortestRest = 6
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

/** Why a password is refused; null where it is good. */
export function judgePassword(
  password: string,
  strength: PasswordStrength,
  person: Person,
): PasswordProblem | null {
  if (isTooShort(password)) return 'too_short'
  const own = [...personalWords(person), ...strength.personalParts.map((part) => part.toLowerCase())]
  const rest = without(password.toLowerCase(), own)
  const isPersonal = rest !== password.toLowerCase()
  if (isPersonal && (strength.score < weakestScore || [...rest].length < shortestRest))
    return 'contains_personal_data'
  return strength.score < weakestScore ? 'too_common' : null
}

function without(password: string, words: readonly string[]): string {
  return words
    .toSorted((a, b) => b.length - a.length)
    .reduce((rest, word) => (word === '' ? rest : rest.replaceAll(word, '')), password)
}
