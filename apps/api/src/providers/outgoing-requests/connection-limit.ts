/** Limits how many connections a key has at once; the others queue. */
export interface ConnectionLimit {
  /** Resolves to a function that releases the slot. Rejects with the signal's reason. */
  take(key: string, signal: AbortSignal): Promise<() => void>
}

interface Line {
  taken: number
  readonly waiting: Set<() => void>
}

export function connectionLimit(most: number): ConnectionLimit {
  const lines = new Map<string, Line>()

  const release = (key: string, line: Line): void => {
    line.taken -= 1
    const [next] = line.waiting
    if (next) next()
    else if (line.taken === 0) lines.delete(key)
  }
  return {
    async take(key, signal) {
      signal.throwIfAborted()
      const line = lines.get(key) ?? { taken: 0, waiting: new Set() }
      lines.set(key, line)
      if (line.taken < most) line.taken += 1
      else await turn(line, signal)
      return () => release(key, line)
    },
  }
}

/** Waits for a released slot and takes it at once, before another caller can. */
function turn(line: Line, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const enter = (): void => {
      line.waiting.delete(enter)
      signal.removeEventListener('abort', giveUp)
      line.taken += 1
      resolve()
    }
    const giveUp = (): void => {
      line.waiting.delete(enter)
      reject(signal.reason as Error)
    }
    line.waiting.add(enter)
    signal.addEventListener('abort', giveUp, { once: true })
  })
}
