import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { commandAs, spawnOptionsAs } from './account.ts'
import { DatabaseStartError } from './database-start-error.ts'
import { explainLog } from './explain-log.ts'
import { readPostmasterFile } from './leftover.ts'
import type { Place } from './place.ts'
import { port } from './socket-directory.ts'

export type Postmaster = { pid: number; exited: Promise<void>; stop(): Promise<void> }

type Start = [
  place: Place,
  socketDirectory: string,
  settings: Record<string, string>,
  log: (line: string) => void,
]

/** How long the processes of a server that was killed may take to notice and end. */
const patience = 15_000

/** Starts the server and waits until it takes connections, crash recovery included. */
export async function startPostmaster(...start: Start): Promise<Postmaster> {
  const deadline = Date.now() + patience
  for (;;) {
    try {
      return await tryToStart(...start)
    } catch (error) {
      const isInUse = error instanceof DatabaseStartError && error.code === 'in_use'
      if (!isInUse || Date.now() > deadline) throw error
      await wait(100)
    }
  }
}

async function tryToStart(...start: Start): Promise<Postmaster> {
  const { child, tail, exited } = spawnServer(...start)
  const askToStop = () => void child.kill('SIGINT')
  process.once('exit', askToStop)
  void exited.then(() => process.off('exit', askToStop))
  try {
    await untilReady(child, start[0].cluster, tail)
  } catch (error) {
    await stop(child, exited)
    throw error
  }
  return { pid: child.pid ?? 0, exited, stop: () => stop(child, exited) }
}

function spawnServer(...[{ account, binaries, cluster }, socketDirectory, settings, log]: Start) {
  const [command, args] = commandAs(account, path.join(binaries, 'bin', 'postgres'), [
    ...['-D', cluster, '-p', String(port)],
    // A list of folders separated by commas: quoted, since a path may hold one.
    ...['-k', `"${socketDirectory.replaceAll('"', '""')}"`],
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ])
  // A session of its own: Ctrl-C in the terminal must reach us, not the server under our feet.
  const child = spawn(command, args, {
    ...spawnOptionsAs(account),
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const lines: string[] = []
  let rest = ''
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    const parts = (rest + chunk).split('\n')
    rest = parts.pop() ?? ''
    for (const line of parts) log(line)
    lines.push(...parts)
    lines.splice(0, lines.length - 50)
  })
  const exited = new Promise<void>((resolve) => {
    child.once('close', () => resolve())
    child.once('error', (error) => {
      lines.push(`error: ${error.message}`)
      resolve()
    })
  })
  return { child, exited, tail: () => [...lines, rest].join('\n') }
}

const longestRecovery = 10 * 60_000

async function untilReady(child: ChildProcess, cluster: string, tail: () => string): Promise<void> {
  const deadline = Date.now() + longestRecovery
  while (Date.now() < deadline) {
    const file = readPostmasterFile(cluster)
    if (file?.pid === child.pid && file?.isReady) return
    if (hasExited(child)) {
      await wait(20) // the last lines may still be in the pipe
      throw explainLog(tail(), cluster)
    }
    await wait(5)
  }
  throw new DatabaseStartError(
    'start_failed',
    `PostgreSQL was not ready after ${longestRecovery / 60_000} minutes.`,
  )
}

const hasExited = (child: ChildProcess) =>
  child.pid === undefined || child.exitCode !== null || child.signalCode !== null

/** Fast shutdown; an immediate one (which the next start recovers from) when that takes too long. */
async function stop(child: ChildProcess, exited: Promise<void>): Promise<void> {
  if (hasExited(child)) return exited
  child.kill('SIGINT')
  const impatience = setTimeout(() => child.kill('SIGQUIT'), 30_000)
  await exited
  clearTimeout(impatience)
}
