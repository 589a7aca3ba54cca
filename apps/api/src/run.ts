import { once } from 'node:events'
import type { FastifyInstance } from 'fastify'
import { buildApp } from './app.ts'
import type { Config } from './config.ts'
import { createContext, type OpenContext } from './create-context.ts'
import { connect, type Connection } from './db/connect.ts'
import { runJobs } from './jobs/run-jobs.ts'
import { serveMetrics } from './metrics.ts'
import { buildVerificationHost } from './verification-host/host.ts'

export interface Running {
  readonly context: OpenContext
  readonly app: FastifyInstance | null
  stop(): Promise<void>
}

/** Runs the parts that are asked for in this process: the api, the jobs, or both. Stops them in the right order. */
export async function runCountersign(
  config: Config,
  connection: Connection,
  parts: { readonly api: boolean; readonly jobs: boolean },
): Promise<Running> {
  const context = await createContext(config, connection)
  const owner = connect(connection, 'owner', 10, (error) =>
    context.log.warn({ err: error }, 'a database connection was lost'),
  )
  const jobs = parts.jobs ? await runJobs(context, owner) : null
  const app = parts.api ? await buildApp(context) : null
  const metrics = config.metricsPort > 0 ? await serveMetrics(config, context.trustServices) : null
  const verification = parts.api && config.verificationPort > 0 ? await buildVerificationHost(context) : null
  let stopping: Promise<void> | undefined
  const stop = async (): Promise<void> => {
    await Promise.all([app?.close(), verification?.close()])
    await jobs?.stop()
    await metrics?.close()
    await owner.end()
    await context.close()
  }
  try {
    if (app) await listen(app, config, { name: 'PORT', port: config.port })
    if (verification)
      await listen(verification, config, { name: 'VERIFICATION_PORT', port: config.verificationPort })
  } catch (error) {
    // What runs already ends in good order: the one line that says why is not to be lost in its complaints.
    await stop()
    throw error
  }
  return { context, app, stop: () => (stopping ??= stop()) }
}

export class PortTaken extends Error {
  override name = 'PortTaken'
}

async function listen(
  app: FastifyInstance,
  config: Config,
  { name, port }: { readonly name: string; readonly port: number },
): Promise<void> {
  try {
    await app.listen({ port, ...(config.host ? { host: config.host } : { host: '::' }) })
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code
    if (code === 'EADDRINUSE')
      throw new PortTaken(`Port ${port} is taken. Set ${name} to another one.`, { cause: error })
    if (code === 'EAFNOSUPPORT' && !config.host) {
      await app.listen({ port, host: '0.0.0.0' })
      return
    }
    throw error
  }
}

/** Resolves on the first SIGINT or SIGTERM; a second one does not wait any more. */
export async function untilSignalled(config: Config): Promise<void> {
  await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM'), ...untilOrphaned(config)])
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1))
}

/** The set-up script that started us may be killed without a word: then we are nobody's, and end too. */
function untilOrphaned(config: Config): Promise<void>[] {
  if (!config.endsWithParent) return []
  const parent = process.ppid
  return [
    new Promise((resolve) => {
      const watch = setInterval(() => {
        if (process.ppid === parent) return
        clearInterval(watch)
        resolve()
      }, 500)
      watch.unref()
    }),
  ]
}

/** Starts, runs until a signal, stops; a known problem is one clear line instead of a stack. */
export async function main(work: () => Promise<void>): Promise<void> {
  try {
    await work()
    process.exit(0)
  } catch (error) {
    const known = [
      'ConfigError',
      'PortTaken',
      'DatabaseStartError',
      'MasterKeyError',
      'SecretUnopenable',
      'NotForProduction',
      'RoleMissing',
      'DatabaseUnreachable',
    ]
    const { name, message, stack } = error as Error
    process.stderr.write(`Countersign did not start. ${known.includes(name) ? message : stack}\n`)
    process.exit(1)
  }
}
