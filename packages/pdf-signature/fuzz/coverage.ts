import { Session } from 'node:inspector/promises'

/** Which blocks of the engine's sources have run, as V8 itself counts them. */
export interface Coverage {
  /** Blocks that ran since the last look and never before. */
  look(): Promise<Set<string>>
  /** Blocks that ran since the last look. */
  taken(): Promise<Set<string>>
  readonly known: number
  close(): void
}

const isEngine = (url: string): boolean =>
  url.includes('/pdf-signature/src/') && !/\/testing\/|\.test\.ts$/.test(url)

export const without = (blocks: ReadonlySet<string>, others: ReadonlySet<string>): Set<string> =>
  new Set([...blocks].filter((block) => !others.has(block)))

export async function openCoverage(): Promise<Coverage> {
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
  const known = new Set<string>()
  async function taken(): Promise<Set<string>> {
    const { result } = await session.post('Profiler.takePreciseCoverage')
    const blocks = new Set<string>()
    for (const { url, functions } of result) {
      if (!isEngine(url)) continue
      for (const { ranges } of functions)
        for (const { startOffset, endOffset, count } of ranges)
          if (count > 0) blocks.add(`${url}:${startOffset}:${endOffset}`)
    }
    return blocks
  }
  return {
    taken,
    async look() {
      const fresh = without(await taken(), known)
      for (const block of fresh) known.add(block)
      return fresh
    },
    get known() {
      return known.size
    },
    close: () => session.disconnect(),
  }
}
