import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '../../apps/api/src/testing/caller.ts'
import { residentMemory } from '../processes.ts'

/** One node of an installation: an api and a worker, from the source tree at `root`. */
export interface RunningNode {
  readonly port: number
  /** Both at once, as a machine that loses its power. */
  kill(): Promise<void>
  /** In good order, as an orchestrator does. */
  stop(): Promise<void>
  start(root?: string): Promise<void>
  /** Resident memory of its processes, in megabytes. */
  memory(): number
}

interface Part {
  readonly name: string
  readonly child: ChildProcess
  said: string
}

const patience = 120_000

export async function makeNode(environment: Record<string, string>, firstRoot: string): Promise<RunningNode> {
  const [port, healthPort] = [await freePort(), await freePort()]
  let root = firstRoot
  let parts: Part[] = []

  function run(name: 'main.ts' | 'worker.ts'): Part {
    const child = spawn(process.execPath, [join(root, 'apps/api/src', name)], {
      cwd: root,
      env: {
        PATH: process.env.PATH ?? '',
        NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compiled'),
        ...environment,
        PORT: String(port),
        HEALTH_PORT: String(healthPort),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const part: Part = { name, child, said: '' }
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (text: Buffer) => (part.said = `${part.said}${text.toString()}`.slice(-4000)))
    return part
  }
  const isAlive = ({ child }: Part) => child.exitCode === null && child.signalCode === null

  async function end(signal: NodeJS.Signals): Promise<void> {
    await Promise.all(
      parts.filter(isAlive).map(({ child }) => {
        const exited = once(child, 'exit')
        child.kill(signal)
        return exited
      }),
    )
    parts = []
  }
  async function untilReady(address: string): Promise<void> {
    const deadline = Date.now() + patience
    for (;;) {
      for (const part of parts) if (!isAlive(part)) throw new Error(`${part.name} has ended: ${part.said}`)
      const isReady = await fetch(address).then(
        ({ ok }) => ok,
        () => false,
      )
      if (isReady) return
      if (Date.now() > deadline)
        throw new Error(`${address} isn’t ready: ${parts.map(({ said }) => said).join()}`)
      await pause(100)
    }
  }
  return {
    port,
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
    memory: () => parts.filter(isAlive).reduce((sum, { child }) => sum + residentMemory(child.pid ?? 0), 0),
    start: async (newRoot = root) => {
      root = newRoot
      parts = [run('worker.ts'), run('main.ts')]
      await untilReady(`http://127.0.0.1:${healthPort}/readyz`)
      await untilReady(`http://127.0.0.1:${port}/readyz`)
    },
  }
}
