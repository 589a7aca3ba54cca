import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { buildApp } from './app.ts'
import { type Config, ConfigError } from '#api/platform/settings/config.ts'
import { createContext, type OpenContext } from './create-context.ts'
import { connect, type Connection } from '#api/platform/db/connect.ts'
import { EndedUnexpectedly } from '#api/platform/ended-unexpectedly.ts'
import { buildHealthHost } from '#api/app/http/health-host.ts'
import { runJobs } from './run-jobs.ts'
import { serveMetrics } from './metrics.ts'
import { expected } from '#api/platform/settings/expected.ts'
import { findNative } from '#api/platform/typst/typst.ts'
import { buildVerificationHost } from '#api/signing/verification-host/host.ts'
import { authenticateWith } from '#api/app/http/credentials.ts'

export interface RunningProcess {
  readonly context: OpenContext
  readonly app: FastifyInstance | null
  /** Rejects where this process can't do its work any longer and has to end. */
  readonly broken: Promise<never>
  stop(): Promise<void>
}

/** Runs the parts that are asked for in this process: the api, the jobs, or both. Stops them in the right order. */
export async function runCountersign(
  config: Config,
  connection: Connection,
  parts: { readonly api: boolean; readonly jobs: boolean },
): Promise<RunningProcess> {
  const context = await createContext(config, connection)
  await logTypst(context)
  const owner = connect(connection, 'owner', 10, (error) =>
    context.log.warn({ err: error }, 'a database connection was lost'),
  )
  const jobs = parts.jobs ? await runJobs(context, owner) : null
  const app = parts.api ? await buildApp(context) : null
  const metrics = config.metricsPort > 0 ? await serveMetrics(config, context.trustServices) : null
  const verification =
    parts.api && config.verificationPort > 0
      ? await buildVerificationHost(context, authenticateWith(context))
      : null
  const health = !parts.api && config.healthPort > 0 ? buildHealthHost(context) : null
  let stopping: Promise<void> | undefined
  const stop = async (): Promise<void> => {
    await Promise.all([app?.close(), verification?.close(), health?.close()])
    await jobs?.stop()
    await metrics?.close()
    await owner.end()
    await context.close()
  }
  try {
    if (app) await listen(app, config, { name: 'PORT', port: config.port })
    if (verification)
      await listen(verification, config, { name: 'VERIFICATION_PORT', port: config.verificationPort })
    if (health) await listen(health, config, { name: 'HEALTH_PORT', port: config.healthPort })
  } catch (error) {
    // What runs already ends in good order: the one line that says why is not to be lost in its complaints.
    await stop()
    throw error
  }
  const broken = jobs?.broken ?? new Promise<never>(() => {})
  return { context, app, broken, stop: () => (stopping ??= stop()) }
}

/** Where the lock file has the addon it is there; elsewhere anyone who operates it has to know what its audit trails are. */
async function logTypst({ log }: OpenContext): Promise<void> {
  if (process.platform === 'linux' && process.arch === 'x64') return
  if (!(await findNative()))
    log.warn('there is no addon of typst for this machine: protocols are tagged PDF 1.7, and no PDF/A')
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
    if (code === 'EACCES')
      throw new PortTaken(`Port ${port} is not for this user. Set ${name} to one from 1024 on.`, {
        cause: error,
      })
    if (config.host && ['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN', 'EINVAL'].includes(code ?? ''))
      throw new ConfigError(`These settings are wrong: HOST (${expected.HOST})`, { cause: error })
    if (code === 'EAFNOSUPPORT' && !config.host) {
      await app.listen({ port, host: '0.0.0.0' })
      return
    }
    throw error
  }
}

/** Resolves on the first SIGINT or SIGTERM; a second one does not wait any longer. */
export async function untilSignalled(config: Config): Promise<void> {
  await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM'), ...untilOrphaned(config)])
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1))
}

// How long stopping in good order may take where a part is broken.
const stopPatience = 10_000

/** Runs until it is asked to stop, or breaks: then it stops as far as it can, and fails. */
export async function untilStopped(running: RunningProcess, stopSignal: Promise<unknown>): Promise<void> {
  try {
    await Promise.race([stopSignal, running.broken])
  } catch (error) {
    await Promise.race([running.stop().catch(() => {}), pause(stopPatience)])
    throw error
  }
  await running.stop()
}

/** Fails when `part` has ended, unless we were asked to stop at the same time. */
export async function failWhenEnded(part: Promise<unknown>, name: string): Promise<never> {
  await part
  // Ctrl-C reaches every process of a terminal, in any order.
  await pause(500)
  throw new EndedUnexpectedly(`${name} has ended. Countersign can't work without it.`)
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
  endOnUnhandledErrors()
  try {
    await work()
    process.exit(0)
  } catch (error) {
    const known = [
      'ConfigError',
      'PortTaken',
      'DatabaseStartError',
      'MasterKeyError',
      'DecryptionFailed',
      'NotForProduction',
      'RoleMissing',
      'RoleNotTaken',
      'TooManyRights',
      'NewerSchema',
      'PoolerKeepsNoSessions',
      'StoreMismatch',
      'StoreUnavailable',
      'StoreFull',
      'DatabaseUnreachable',
    ]
    const { name, message, stack } = error as Error
    if (error instanceof EndedUnexpectedly) logLastWords(error, message)
    else process.stderr.write(`Countersign did not start. ${known.includes(name) ? message : stack}\n`)
    process.exit(1)
  }
}

/** Nobody knows what state the process is in after such an error: its reason is logged as one line, and it ends. */
function endOnUnhandledErrors(): void {
  const end = (error: unknown) => {
    logLastWords(error, 'ended by an error that nothing handled')
    process.exit(1)
  }
  process.on('uncaughtException', end)
  process.on('unhandledRejection', end)
}

function logLastWords(error: unknown, message: string): void {
  const err = error instanceof Error ? error : new Error(String(error))
  pino({ base: null }).fatal({ err }, message)
}
