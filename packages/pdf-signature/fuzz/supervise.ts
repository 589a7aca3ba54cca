import { fork, spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { addProgress } from './tally.ts'
import type { Progress, Tally } from './tally.ts'

/** No input may take longer, or more memory; a process that hangs is ended. */
export const limits = { milliseconds: 10_000, mebibytes: 512 } as const

const child = join(import.meta.dirname, 'child.ts')
const execArgv = ['--disable-warning=ExperimentalWarning', `--max-old-space-size=${limits.mebibytes}`]

export interface Supervision {
  /** Where the run keeps what its processes share. */
  readonly folder: string
  readonly name: string
  readonly tally: Tally
  found(key: string, message: string, input: Buffer): void
}

interface ChildMessage {
  readonly key?: string
  readonly message?: string
  readonly input?: string
  readonly heavy?: string
}

/** One process of a target for some time; started again by the caller when it ends earlier, as it does half full. */
export async function runChild(watch: Supervision, seed: number, milliseconds: number): Promise<void> {
  const { folder, name, tally } = watch
  const began = performance.now()
  const process = fork(child, [folder, name, String(seed), String(milliseconds)], { execArgv })
  let done = false
  const heavy: Buffer[] = []
  process.on('message', (told: ChildMessage & Progress) => {
    if (told.heavy !== undefined) heavy.push(Buffer.from(told.heavy, 'base64'))
    else if (told.key !== undefined)
      watch.found(told.key, told.message ?? '', Buffer.from(told.input ?? '', 'base64'))
    else {
      addProgress(tally, told)
      done = true
    }
  })
  const isHanging = watchForHangs(join(folder, 'now'), () => process.kill('SIGKILL'))
  await new Promise((resolve) => process.once('exit', resolve))
  const hung = isHanging()
  tally.seconds += (performance.now() - began) / 1000
  if (!done) tryAlone(watch, inputAt(join(folder, 'now')), hung ? 'hang' : 'crash')
  for (const input of heavy.slice(0, 3)) tryAlone(watch, input, 'memory')
}

/** Ends a process whose current input stays the same for too long; the answer tells whether it had to. */
function watchForHangs(file: string, end: () => void): () => boolean {
  let last = -1
  let since = performance.now()
  let hangs = false
  const timer = setInterval(() => {
    const sequence = existsSync(file) ? sequenceAt(file) : -1
    if (sequence !== last) [last, since] = [sequence, performance.now()]
    else if (performance.now() - since > limits.milliseconds * 2) {
      hangs = true
      end()
    }
  }, 500)
  return () => {
    clearInterval(timer)
    return hangs
  }
}

const sequenceAt = (file: string): number => {
  const now = readFileSync(file)
  return now.length < 8 ? -1 : now.readUInt32LE(0)
}

function inputAt(file: string): Buffer {
  const now = existsSync(file) ? readFileSync(file) : Buffer.alloc(0)
  return now.length < 8 ? Buffer.alloc(0) : now.subarray(8, 8 + now.readUInt32LE(4))
}

/** A process can be full or slow through no fault of its last input: it is blamed for what it does alone. */
function tryAlone({ folder, name, found }: Supervision, input: Buffer, blamedFor: string): void {
  const file = join(folder, 'suspect')
  writeFileSync(file, input)
  const { stdout, stderr, status } = spawnSync(process.execPath, [...execArgv, child, folder, name, file], {
    encoding: 'utf8',
    timeout: limits.milliseconds * 3,
  })
  if (status !== 0) return found(blamedFor, `${blamedFor}: ${stderr.slice(0, 2000)}`, input)
  const told = JSON.parse(stdout) as { peak: number; slowest: number; key?: string; message?: string }
  if (told.key !== undefined) found(told.key, told.message ?? '', input)
  if (told.slowest > limits.milliseconds) found('hang', `It takes ${Math.round(told.slowest)} ms`, input)
  if (told.peak > limits.mebibytes) found('memory', `It takes ${Math.round(told.peak)} MB`, input)
}
