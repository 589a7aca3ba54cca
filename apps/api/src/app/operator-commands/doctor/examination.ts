import { type Config, ConfigError, readConfig } from '#api/platform/settings/config.ts'
import { connect, type Connection, type Database, openDatabase } from '#api/platform/db/connect.ts'
import { ping } from '#api/app/readiness/repository.ts'
import { reach } from '#api/app/open-installation.ts'
import { reasonOf } from './finding.ts'

type Environment = Readonly<Record<string, string | undefined>>
type Pool = ReturnType<typeof connect>

export interface ReachedDatabase {
  readonly connection: Connection
  readonly owner: Pool
  readonly application: Pool
  readonly db: Database
  close(): Promise<void>
}

/** What the checks look at. */
export interface Examination {
  readonly environment: Environment
  readonly config: Config
  /** Each setting that is wrong; `config` is what the others give. */
  readonly problems: readonly string[]
  readonly database: ReachedDatabase | { readonly unreachable: string }
}

export async function openExamination(environment: Environment): Promise<Examination> {
  const { config, problems } = readUsable(environment)
  return { environment, config, problems, database: await openReached(config) }
}

/** As a start reads them: an installation with a database of its own address is one of production. */
function problemsAtStart(environment: Environment): readonly string[] {
  const isProduction = Boolean(environment['DATABASE_URL'] || environment['DATABASE_URL_FILE'])
  return problemsOf(environment, isProduction ? 'production' : 'start')
}

function problemsOf(environment: Environment, use: 'command' | 'start' | 'production'): readonly string[] {
  try {
    readConfig(environment, use)
    return []
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
}

/** Without the settings that are wrong, so that everything else is checked all the same. */
function readUsable(environment: Environment): Pick<Examination, 'config' | 'problems'> {
  const problems = problemsAtStart(environment)
  const usable: Record<string, string | undefined> = { ...environment }
  // What is left out can make its other half wrong.
  for (let round = 0; round < 5; round += 1) {
    const wrong = problemsOf(usable, 'command')
    if (wrong.length === 0) break
    for (const problem of wrong) {
      const [name = ''] = /^[A-Z0-9_]+/.exec(problem) ?? []
      delete usable[name]
      delete usable[`${name}_FILE`]
      if (name.endsWith('_FILE')) delete usable[name.slice(0, -5)]
      for (const half of problem.match(/[A-Z][A-Z0-9_]{5,}/g) ?? [])
        if (problem.includes('go together')) delete usable[half]
    }
  }
  return { config: readConfig(usable), problems }
}

async function openReached(config: Config): Promise<Examination['database']> {
  try {
    const { connection, stop } = await reach(config)
    const owner = connect(connection, 'owner', 2, () => {})
    const application = connect(connection, 'application', 2, () => {})
    const close = async () => {
      await Promise.all([owner.end(), application.end()])
      await stop()
    }
    try {
      await ping(owner)
    } catch (error) {
      await close()
      return { unreachable: reasonOf(error) }
    }
    return { connection, owner, application, db: openDatabase(application), close }
  } catch (error) {
    return { unreachable: reasonOf(error) }
  }
}

export function isReached(database: Examination['database']): database is ReachedDatabase {
  return !('unreachable' in database)
}
