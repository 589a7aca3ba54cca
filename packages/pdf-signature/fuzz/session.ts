import { without } from './coverage.ts'
import type { Coverage } from './coverage.ts'
import type { Random } from './random.ts'
import type { Target } from './targets/target.ts'

/** An input that did what none may, and how that showed. */
export interface FuzzFinding {
  readonly input: Buffer
  /** The same for inputs that fail in the same place. */
  readonly key: string
  readonly message: string
}

export interface Session {
  readonly target: Target
  readonly random: Random
  /** Seeds, and inputs that reached what none before had. */
  readonly corpus: Buffer[]
  executions: number
  /** The longest that one input took, in milliseconds. */
  slowest: number
}

/** No input grows beyond what keeps the work on it short. */
const longest = 200_000

export const startSession = (target: Target, random: Random, kept: readonly Buffer[] = []): Session => ({
  target,
  random,
  corpus: [...target.seeds, ...kept],
  executions: 0,
  slowest: 0,
})

/** Runs one input; gives what it found. */
export function execute(session: Session, input: Buffer): FuzzFinding | undefined {
  const began = performance.now()
  try {
    session.target.run(input)
    return undefined
  } catch (error) {
    return { input, ...describe(error) }
  } finally {
    session.executions += 1
    session.slowest = Math.max(session.slowest, performance.now() - began)
  }
}

function describe(error: unknown): Pick<FuzzFinding, 'key' | 'message'> {
  if (!(error instanceof Error)) return { key: String(error), message: String(error) }
  const place = /\(?\S*(pdf-signature\/\S+?)\)?$/m.exec(error.stack ?? '')?.[1] ?? ''
  const stack = error.stack ?? error.message
  return { key: `${error.name} ${error.name === 'BrokenPromise' ? error.message : place}`, message: stack }
}

/** A new input from those there are; what was kept last is taken more often. */
export function nextInput({ corpus, random, target }: Session): Buffer {
  const recent = corpus.slice(-20)
  const base = random.once(3) ? random.pick(recent) : random.pick(corpus)
  return Buffer.from(target.mutate(base, random.pick(corpus), random).subarray(0, longest))
}

export interface Hooks {
  before(input: Buffer): void
  found(find: FuzzFinding): void
  kept(input: Buffer): void
}

/**
 * Runs a batch of new inputs; where blocks ran that never had, the batch is run again one by one to keep the inputs
 * that reach them. `before` is told each input ahead of its run.
 */
export async function runBatch(
  session: Session,
  size: number,
  coverage: Coverage,
  hooks: Hooks,
): Promise<void> {
  const inputs: Buffer[] = []
  for (let i = 0; i < size; i++) {
    const input = nextInput(session)
    inputs.push(input)
    hooks.before(input)
    const find = execute(session, input)
    if (find) hooks.found(find)
  }
  await keepTheBest(session, inputs, coverage, hooks)
}

async function keepTheBest(
  session: Session,
  inputs: readonly Buffer[],
  coverage: Coverage,
  { before, kept }: Hooks,
): Promise<void> {
  let fresh = await coverage.look()
  for (const input of inputs) {
    if (fresh.size === 0) return
    before(input)
    execute(session, input)
    const rest = without(fresh, await coverage.taken())
    if (rest.size === fresh.size) continue
    fresh = rest
    session.corpus.push(input)
    kept(input)
  }
}
