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

/**
 * Is this a browser that the account's earlier sessions do not know? Versions do not count, or every update of a
 * browser would be news. An account without earlier sessions has nothing to compare with.
 */
export function isNewBrowser(earlier: readonly string[], userAgent: string): boolean {
  const known = new Set(earlier.filter((one) => one !== '').map(withoutVersions))
  return known.size > 0 && !known.has(withoutVersions(userAgent))
}

function withoutVersions(userAgent: string): string {
  return userAgent.replaceAll(/\d[\d._]*/g, '')
}
