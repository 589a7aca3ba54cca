import { createContext } from '#api/app/create-context.ts'
import { openLog } from '#api/platform/logging/log.ts'
import type { Context } from '#api/providers/context.ts'
import type { Call } from '../command.ts'

/** Does what the product itself does, with its emails; what it logs goes to standard error. */
export async function withContext<Result>(
  call: Pick<Call, 'config' | 'installation' | 'log'>,
  work: (context: Context) => Promise<Result>,
): Promise<Result> {
  const config = await call.config()
  const { connection, masterKey } = await call.installation()
  // A start makes one where there is none; the emails of this installation can only be written with its own.
  await masterKey()
  const log = openLog(config, 'command', call.log)
  const context = await createContext(config, connection, { log })
  try {
    return await work(context)
  } finally {
    await context.close()
  }
}
