import { readFileSync, realpathSync, rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { DatabaseStartError } from './database-start-error.ts'

/** What PostgreSQL notes about itself in `postmaster.pid`: line 1 its process id, line 8 its state. */
export function readPostmasterFile(cluster: string): { pid: number; isReady: boolean } | undefined {
  try {
    const lines = readFileSync(path.join(cluster, 'postmaster.pid'), 'utf8').split('\n')
    return { pid: Number(lines[0]), isReady: lines[7]?.trim() === 'ready' }
  } catch {
    return undefined
  }
}

/**
 * Stops a PostgreSQL that outlived the process which started it (kill -9, a crash). Only to be called by the owner of
 * the data folder: then nobody needs that server any longer.
 */
export async function stopLeftover(cluster: string, log: (line: string) => void): Promise<void> {
  const pid = readPostmasterFile(cluster)?.pid
  if (!pid || !isRunning(pid)) return // PostgreSQL itself clears the file of a dead one
  if (!isPostmasterOf(pid, cluster)) {
    // The number went to another process since; PostgreSQL would take that one for a server and refuse to start.
    rmSync(path.join(cluster, 'postmaster.pid'), { force: true })
    return
  }
  log(`stopping a database server that was left behind (process ${pid})`)
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    process.kill(pid, signal)
    if (await hasEnded(pid, 15_000)) return
  }
  throw new DatabaseStartError(
    'in_use',
    `A database server that was left behind (process ${pid}) does not stop. End it, and start again.`,
  )
}

async function hasEnded(pid: number, withinMilliseconds: number): Promise<boolean> {
  const deadline = Date.now() + withinMilliseconds
  while (Date.now() < deadline) {
    if (!isRunning(pid)) return true
    await wait(20)
  }
  return false
}

/** Whether there is such a process, and it has not ended already. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return stateOf(pid) !== 'Z' // nobody may have waited for it yet
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function stateOf(pid: number): string | undefined {
  const status = readFileSync(`/proc/${pid}/stat`, 'utf8')
  return status.slice(status.lastIndexOf(')') + 2)[0]
}

function isPostmasterOf(pid: number, cluster: string): boolean {
  try {
    const [program = '', ...args] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
    const folder = args[args.indexOf('-D') + 1]
    return (
      path.basename(program) === 'postgres' &&
      folder !== undefined &&
      realpathSync(folder) === realpathSync(cluster)
    )
  } catch {
    return false
  }
}
