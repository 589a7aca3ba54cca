import { buildApp } from '#api/app/app.ts'
import { createContext, type OpenContext } from '#api/app/create-context.ts'
import { authenticateWith } from '#api/app/http/credentials.ts'
import { readConfig } from '#api/platform/settings/config.ts'
import { buildVerificationHost } from '#api/signing/verification-host/host.ts'
import type { TestApi } from '../api.ts'
import { type Caller, freePort, makeCaller } from '../caller.ts'
import { shareThreads } from '../shared-threads.ts'

export interface SecondApi extends Caller {
  readonly url: string
  readonly context: OpenContext
  stop(): Promise<void>
}

/** Another api of the same installation, as on a second node: everything that it shares with the first is outside. */
export async function startSecondApi(
  { environment, connection }: TestApi,
  given: Record<string, string> = {},
): Promise<SecondApi> {
  const [port, verificationPort] = [await freePort(), await freePort()]
  const config = readConfig({
    ...environment,
    PORT: String(port),
    VERIFICATION_PORT: String(verificationPort),
    ...given,
  })
  const context = await createContext(config, connection, { threads: shareThreads() })
  const app = await buildApp(context)
  const verification = await buildVerificationHost(context, authenticateWith(context))
  await app.listen({ port, host: '127.0.0.1' })
  await verification.listen({ port: verificationPort, host: '127.0.0.1' })
  const url = `http://127.0.0.1:${port}`
  return {
    url,
    context,
    ...makeCaller(url),
    stop: async () => {
      await Promise.all([app.close(), verification.close()])
      await context.close()
    },
  }
}
