import { readCookie, writeCookie } from './cookie.ts'
import type { Experiment } from './experiments.ts'

const reloadedKey = 'countersign.split-test-reload'
const reloadGuard = 10_000

/** The first experiment whose cookie is to change. Not within 10 s of the last change: a page never reloads in circles. */
export function wantedBranch(
  running: readonly Experiment[],
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

/** Gives the visitor the branch, and the page again: this one never continues. */
export function switchBranch(cookie: string, value: string, now = Date.now()): Promise<void> {
  writeCookie(cookie, value)
  sessionStorage.setItem(reloadedKey, String(now))
  location.reload()
  return new Promise(() => {})
}
