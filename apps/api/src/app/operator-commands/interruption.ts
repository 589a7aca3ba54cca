import type { Undo } from '#api/platform/db/dump/removable.ts'

export interface Interruption {
  /** Takes what has to be undone even where the command is ended by a signal. */
  readonly undo: Undo
  isInterrupted(): boolean
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
// In a terminal, Ctrl-C comes from it and from npm.
const sameWithin = 1_000

/** Ends the process on a signal, after what was begun is undone: Node itself would end it without a `finally`. */
export function endOnSignals(): Interruption {
  const works = new Set<() => Promise<void>>()
  let interruptedAt: number | undefined
  const end = async (): Promise<void> => {
    if (interruptedAt !== undefined) {
      if (performance.now() - interruptedAt > sameWithin) process.exit(2)
      return
    }
    interruptedAt = performance.now()
    process.stderr.write('Interrupted.\n')
    await Promise.allSettled([...works].map((work) => work()))
    process.exit(2)
  }
  for (const signal of signals) process.on(signal, () => void end())
  return {
    undo: (work) => {
      works.add(work)
      return () => void works.delete(work)
    },
    isInterrupted: () => interruptedAt !== undefined,
  }
}
