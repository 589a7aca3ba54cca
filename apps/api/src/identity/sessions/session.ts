/** How long a session lasts from signing in. */
export const sessionHours = 24

/** How long a session may be used before that is written down again. */
export const usedEverySeconds = 60

/** How long the second factor may take after the password. */
export const challengeMinutes = 5

export interface OpenSessionRow {
  readonly id: string
  readonly method: 'password' | 'second_factor' | 'sso'
  readonly address: string
  readonly userAgent: string
  readonly createdAt: Date
  readonly lastUsedAt: Date
  readonly expiresAt: Date
}

export interface SignInBrowser {
  readonly userAgent: string
  /** Whether it showed that it had signed in with this email before. */
  readonly isKnown: boolean
}

/**
 * Is this a browser that the account's earlier sessions do not know? By its name versions do not count, or every update of a browser
 * would be news. Of those with one name, one that had shown to be known would have done so again; programs, and browsers that keep
 * nothing, never have. An account without earlier sessions has nothing to compare with.
 */
export function isNewBrowser(
  earlier: readonly SignInBrowser[],
  { userAgent, isKnown }: SignInBrowser,
): boolean {
  if (isKnown) return false
  const named = earlier.filter((one) => one.userAgent !== '')
  const alike = named.filter((one) => withoutVersions(one.userAgent) === withoutVersions(userAgent))
  if (alike.length === 0) return named.length > 0
  return alike.some((one) => one.isKnown)
}

function withoutVersions(userAgent: string): string {
  return userAgent.replaceAll(/\d[\d._]*/g, '')
}
