import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { buildApp } from './app.ts'
import { type Config, ConfigError, readLogSettings } from '#api/platform/settings/config.ts'
import { noteStoreUse } from './installation/store-use.ts'
import { createContext, type OpenContext } from './create-context.ts'
import { connect, type Connection } from '#api/platform/db/connect.ts'
import { EndedUnexpectedly } from '#api/platform/ended-unexpectedly.ts'
import { buildHealthHost } from '#api/app/http/health-host.ts'
import { runJobs } from './run-jobs.ts'
import { openFigures } from './metrics/figures.ts'
import { openMetrics } from './metrics/open-metrics.ts'
import { serveMetrics } from './metrics/serve-metrics.ts'
import { openReadiness } from './readiness/readiness.ts'
import { PortTaken } from './port-taken.ts'
import { describeSettings } from '#api/platform/settings/describe-settings.ts'
import { openLog, type ProcessName } from '#api/platform/logging/log.ts'
import { openTracing } from '#api/platform/tracing/open-tracing.ts'
import { expected } from '#api/platform/settings/expected.ts'
import { findNative } from '#api/platform/typst/typst.ts'
import { queryNameServersFirst } from '#api/platform/host-names/name-servers-first.ts'
import { buildVerificationHost } from '#api/signing/verification-host/host.ts'
import { authenticateWith } from '#api/app/http/credentials.ts'

export interface RunningProcess {
  readonly context: OpenContext
  readonly app: FastifyInstance | null
  /** Rejects where this process can't do its work any longer and has to end. */
  readonly broken: Promise<never>
  /** `/readyz` says so for a while before calls are refused; not where it has to end `now`. */
  stop(when?: 'now'): Promise<void>
}

/** Runs the parts that are asked for in this process: the api, the jobs, or both. Stops them in the right order. */
export async function runCountersign(
  config: Config,
  connection: Connection,
  parts: { readonly api: boolean; readonly jobs: boolean },
): Promise<RunningProcess> {
  const name = processName(parts)
  const log = openLog(config, name)
  logStart(log, config, parts)
  const tracing = await openTracing(config.tracing, name)
  const context = await createContext(config, connection, { log })
  await logTypst(context)
  const endStoreUse = await noteStoreUse(context)
  let isStopping = false
  const figures = openFigures(context)
  const readiness = openReadiness(context, { figures })
  const healthOptions = { readiness, isStopping: () => isStopping }
  const owner = connect(connection, 'owner', 16, (error) =>
    context.log.warn({ err: error }, 'a database connection was lost'),
  )
  const jobs = parts.jobs ? await runJobs(context, owner) : null
  const app = parts.api ? await buildApp(context, healthOptions) : null
  const metrics =
    config.metricsPort > 0 ? await serveMetrics(config, openMetrics(context, { readiness, figures })) : null
  const verification =
    parts.api && config.verificationPort > 0
      ? await buildVerificationHost(context, authenticateWith(context))
      : null
  const health = !parts.api && config.healthPort > 0 ? buildHealthHost(context, healthOptions) : null
  let stopping: Promise<void> | undefined
  const stop = async (when?: 'now'): Promise<void> => {
    isStopping = true
    context.log.info('stopping')
    if ((app ?? health) && when !== 'now') await pause(config.shutdownDelay)
    await Promise.all([app?.close(), verification?.close(), health?.close()])
    await jobs?.stop()
    await metrics?.close()
    await owner.end()
    endStoreUse()
    await context.close()
    await tracing?.close()
    log.info('stopped')
  }
  try {
    if (app) await listen(app, config, { name: 'PORT', port: config.port })
    if (verification)
      await listen(verification, config, { name: 'VERIFICATION_PORT', port: config.verificationPort })
    if (health) await listen(health, config, { name: 'HEALTH_PORT', port: config.healthPort })
  } catch (error) {
    // What runs already ends in good order: the one line that says why is not to be lost in its complaints.
    await stop('now')
    throw error
  }
  log.info('started')
  const broken = Promise.race([context.broken, ...(jobs ? [jobs.broken] : [])])
  broken.catch(() => {})
  return { context, app, broken, stop: (when) => (stopping ??= stop(when)) }
}

function processName({ api, jobs }: { readonly api: boolean; readonly jobs: boolean }): ProcessName {
  if (api && jobs) return 'local'
  return api ? 'api' : 'worker'
}

/** What an engineer wants to know first: which release this is, and what it was told. */
function logStart(log: FastifyBaseLogger, config: Config, parts: { api: boolean; jobs: boolean }): void {
  const { node } = process.versions
  const settings = describeSettings(process.env)
  log.info({ commit: config.commit, node, ...parts, settings }, 'starting')
}

/** Where the lock file has the addon it is there; elsewhere anyone who operates it has to know what its audit trails are. */
async function logTypst({ log }: OpenContext): Promise<void> {
  if (process.platform === 'linux' && process.arch === 'x64') return
  if (!(await findNative()))
    log.warn('there is no addon of typst for this machine: protocols are tagged PDF 1.7, and no PDF/A')
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
    await Promise.race([running.stop('now').catch(() => {}), pause(stopPatience)])
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
export async function main(name: ProcessName, work: () => Promise<void>): Promise<void> {
  const log = openLog(readLogSettings(process.env), name)
  endOnUnhandledErrors(log)
  queryNameServersFirst()
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
      'OlderReleaseRuns',
      'NoBackupBeforeUpgrade',
      'MigrationFailed',
      'PoolerKeepsNoSessions',
      'OldServer',
      'StoreMismatch',
      'StoreUnavailable',
      'StoreFull',
      'DatabaseUnreachable',
    ]
    const { name: kind, message, stack } = error as Error
    const isKnown = known.includes(kind)
    // `npm start` is for a person at a terminal: what stops it is one sentence, without the line for programs.
    if (name !== 'local' || !isKnown)
      log.fatal({ err: error }, error instanceof EndedUnexpectedly ? message : 'did not start')
    if (!(error instanceof EndedUnexpectedly))
      process.stderr.write(`Countersign did not start. ${isKnown ? message : stack}\n`)
    process.exit(1)
  }
}

/** Nobody knows what state the process is in after such an error: its reason is logged as one line, and it ends. */
function endOnUnhandledErrors(log: FastifyBaseLogger): void {
  const end = (error: unknown) => {
    log.fatal({ err: error }, 'ended by an error that nothing handled')
    process.exit(1)
  }
  process.on('uncaughtException', end)
  process.on('unhandledRejection', end)
}
