import { spawn } from 'node:child_process'
import { once } from 'node:events'

export interface Limits {
  /** Milliseconds in all. */
  readonly time: number
  /** Bytes of address space for each process. */
  readonly memory: number
  /** Bytes of the largest file that is written. */
  readonly fileSize: number
}

export interface ProcessExit {
  /** Null where it was ended by a signal. */
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly timedOut: boolean
  /** The last of what it said. */
  readonly said: string
}

const saidAtMost = 4000
// POSIX: the shell sets what its program may use; `-v` counts in kilobytes, `-f` in blocks of 512 bytes, `-t` in seconds.
const script = 'ulimit -c 0; ulimit -v "$1"; ulimit -f "$2"; ulimit -t "$3"; shift 3; exec "$@"'

/**
 * Runs a program and all it starts in a group of their own, with no environment but the one given, and ends the whole
 * group when it is through, out of time, or wanted no longer.
 */
export async function runLimited(
  command: readonly string[],
  environment: Readonly<Record<string, string>>,
  directory: string,
  limits: Limits,
  signal?: AbortSignal,
): Promise<ProcessExit> {
  const numbers = [limits.memory / 1024, limits.fileSize / 512, limits.time / 1000].map((value) =>
    String(Math.ceil(value)),
  )
  const child = spawn('/bin/sh', ['-c', script, 'sh', ...numbers, ...command], {
    cwd: directory,
    env: { ...environment },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  const listen = (piece: Buffer) => {
    said = `${said}${piece.toString('utf8')}`.slice(-saidAtMost)
  }
  child.stdout.on('data', listen)
  child.stderr.on('data', listen)
  let timedOut = false
  const timer = setTimeout(() => {
    timedOut = true
    endGroup(child.pid)
  }, limits.time)
  const abandon = () => endGroup(child.pid)
  signal?.addEventListener('abort', abandon, { once: true })
  try {
    if (signal?.aborted) abandon()
    const [code, killed] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null]
    return { code, signal: killed, timedOut, said }
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', abandon)
    // What it left running would continue with nobody to wait for it.
    endGroup(child.pid)
    child.stdout.destroy()
    child.stderr.destroy()
  }
}

function endGroup(pid: number | undefined): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch (error) {
    // ESRCH: all of it has ended already.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
