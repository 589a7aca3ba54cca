import { readCookie } from './cookie.ts'

/** Two ways of showing the same thing, of which each visitor gets one. */
export interface Experiment {
  /** The cookie that says which. It lasts a year. */
  readonly cookie: string
  /** The branch a visitor belongs to, by what they have; null: none, they see what everybody sees. */
  readonly branchOf: (current: string | null) => string | null
}

/** Those that run. */
const experiments: readonly Experiment[] = []

const reloadedKey = 'countersign.split-test-reload'
const reloadGuard = 10_000

/** The first experiment whose cookie is to change. Not within 10 s of the last change: a page never reloads in circles. */
export function wantedBranch(
  running: readonly Experiment[] = experiments,
  now = Date.now(),
): { cookie: string; value: string } | null {
  if (now - Number(sessionStorage.getItem(reloadedKey) ?? 0) < reloadGuard) return null
  for (const { cookie, branchOf } of running) {
    const current = readCookie(cookie)
    const value = branchOf(current)
    if (value !== null && value !== current) return { cookie, value }
  }
  return null
}

export function rememberReload(now = Date.now()): void {
  sessionStorage.setItem(reloadedKey, String(now))
}
