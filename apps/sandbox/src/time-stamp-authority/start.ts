import { createFaultBoard } from '../faults/fault-board.ts'
import type { FaultBoard } from '../faults/fault-board.ts'
import { registerFaultRoutes } from '../faults/routes.ts'
import { openListener } from '../http/listener.ts'
import { openTimeStampAuthority } from './authority.ts'
import { registerTimeStampRoutes } from './routes.ts'

export type RunningTimeStampAuthority = {
  /** Where a time-stamp query is posted. */
  url: string
  /** The second, independent unit under the same root. */
  secondUrl: string
  /** The root, in PEM: what a validator has to trust. */
  anchorsPem: string
  /** What the next calls are to get instead of a good answer. */
  faults: FaultBoard
  close(): Promise<void>
}

/** A time-stamp authority alone, on 127.0.0.1, with fresh keys: for tests that need nothing else of the sandbox. */
export async function startTimeStampAuthority(options: { port: number }): Promise<RunningTimeStampAuthority> {
  const listener = await openListener(options.port, '127.0.0.1')
  const url = `http://127.0.0.1:${listener.port}`
  const authority = openTimeStampAuthority(url, undefined)
  const faults = createFaultBoard()
  registerFaultRoutes(listener.app, faults)
  await registerTimeStampRoutes(listener.app, authority, faults)
  await listener.app.ready()
  return {
    url: `${url}/tsa`,
    secondUrl: `${url}/tsa2`,
    anchorsPem: authority.anchorsPem,
    faults,
    close: () => listener.close(),
  }
}
