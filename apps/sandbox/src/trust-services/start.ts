import { createFaultBoard } from '../faults/fault-board.ts'
import type { FaultBoard } from '../faults/fault-board.ts'
import { registerFaultRoutes } from '../faults/routes.ts'
import { openListener } from '../http/listener.ts'
import { openMessageStore } from '../messages/message-store.ts'
import type { MessageStore } from '../messages/message-store.ts'
import { openTimeStampAuthority } from '../time-stamp-authority/authority.ts'
import { registerTimeStampRoutes } from '../time-stamp-authority/routes.ts'
import { openTrustServices } from './open-trust-services.ts'
import type { TrustServices } from './open-trust-services.ts'

export type RunningTrustServices = TrustServices & {
  /** Where browsers go. */
  pagesUrl: string
  messages: MessageStore
  faults: FaultBoard
}

/** The trust services alone, on 127.0.0.1, with fresh keys: for tests that need nothing else of the sandbox. */
export async function startTrustServices(): Promise<RunningTrustServices> {
  const host = '127.0.0.1'
  const listener = await openListener(0, host)
  const { app } = listener
  const url = `http://${host}:${listener.port}`
  const faults = createFaultBoard()
  const messages = openMessageStore(undefined)
  const timeStamps = openTimeStampAuthority(url, undefined)
  registerFaultRoutes(app, faults)
  await registerTimeStampRoutes(app, timeStamps, faults)
  const options = { app, url, port: 0, host, data: undefined, timeStamps, messages, faults }
  const services = await openTrustServices(options)
  await app.ready()
  return {
    ...services,
    pagesUrl: url,
    messages,
    faults,
    close: async () => {
      await Promise.all([listener.close(), services.close()])
    },
  }
}
