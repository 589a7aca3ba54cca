import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { DatabaseStartError } from './database-start-error.ts'

/**
 * Whom PostgreSQL runs as; it refuses to be root.
 * - own: the user who started us
 * - namespace: a user namespace in which we are an ordinary user; files stay ours, and closed folders stay open to us
 * - user: another user, where the kernel or the container allows no namespace
 */
export type Account =
  | { kind: 'own' }
  | { kind: 'namespace'; uid: number; gid: number }
  | { kind: 'user'; uid: number; gid: number }

/** A command line of a program, run as the account. */
export function commandAs(account: Account, program: string, args: string[]): [string, string[]] {
  if (account.kind !== 'namespace') return [program, args]
  const namespace = ['-U', `--map-user=${account.uid}`, `--map-group=${account.gid}`, '--']
  return ['unshare', [...namespace, program, ...args]]
}

/** The process options that go with `commandAs`. */
export const spawnOptionsAs = (account: Account) =>
  // The working folder may be closed to the other user; PG* variables of the surroundings must not reach the server.
  ({
    cwd: '/',
    env: { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' },
    ...(account.kind === 'user' ? { uid: account.uid, gid: account.gid } : {}),
  })

/** The accounts that could serve, the best first. */
export function possibleAccounts(): Account[] {
  // initdb looks its user up by name: a container may run under a number that has none.
  if (!isRoot() && hasName()) return [{ kind: 'own' }]
  const { uid, gid } = ordinaryUser()
  const namespace: Account = { kind: 'namespace', uid, gid }
  return isRoot() ? [namespace, { kind: 'user', uid, gid }] : [namespace]
}

/** Whether the account can enter the folder, write there and run the program. */
export function canUse(account: Account, folder: string, program: string): boolean {
  const script = 'cd "$1" && test -w . && exec "$2" --version'
  const [command, args] = commandAs(account, '/bin/sh', ['-c', script, 'sh', folder, program])
  return spawnSync(command, args, spawnOptionsAs(account)).status === 0
}

const isRoot = () => process.getuid?.() === 0

function hasName(): boolean {
  try {
    return userInfo().username !== ''
  } catch {
    return false
  }
}

function ordinaryUser(): { uid: number; gid: number } {
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .map(([name, , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
    .filter(({ uid }) => uid > 0)
  const user = users.find(({ name }) => name === 'nobody') ?? users[0]
  if (user) return user
  throw new DatabaseStartError(
    'no_permission',
    'PostgreSQL does not run as root, and this system has no other user. Add one, or set DATABASE_URL.',
  )
}
