import { oldestServer } from '#api/platform/db/check-connection.ts'
import { problemOfMasterKey } from '#api/app/open-installation.ts'
import { checkApplicationRights, checkSessions } from '#api/platform/db/check-connection.ts'
import { compareSchema, ownVersion } from '#api/platform/db/schema-compatibility.ts'
import { clockTolerance, compareClocks } from '#api/platform/db/database-clock.ts'
import { MasterKeyError, requireMasterKey } from '#api/platform/secrets/master-key.ts'
import { counted } from '#api/platform/values/counted.ts'
import { type Examination, isReached, type ReachedDatabase } from './examination.ts'
import { type Finding, findingsOf, reasonOf } from './finding.ts'
import { readServer, type ServerFacts } from './repository.ts'

const database = findingsOf('database')
const schema = findingsOf('schema')
const roles = findingsOf('roles')
const clock = findingsOf('clock')
const key = findingsOf('master key')

export async function checkDatabase(examination: Examination): Promise<readonly Finding[]> {
  const { database: reached, config } = examination
  if (!isReached(reached))
    return [
      database.failed(
        `can't be reached: ${reached.unreachable}`,
        'Check that PostgreSQL is running, and the host, port, name, user and password in DATABASE_URL.',
      ),
    ]
  const server = await readServer(reached.owner)
  return [...describe(server, config.databasePool), ...(await checkSchema(reached))]
}

function describe(server: ServerFacts, poolSize: number): Finding[] {
  const { version, versionNumber, encoding, isReadOnly, isEncrypted, isRemote, maxConnections } = server
  const { ok, warning, failed } = database
  // Two pools, 16 for jobs, one for notifications and one for locks of the whole installation.
  const needed = poolSize * 2 + 18
  return [
    versionNumber >= oldestServer
      ? ok(`PostgreSQL ${version}`)
      : failed(`PostgreSQL ${version}`, 'Countersign needs 15 or newer.'),
    encoding === 'UTF8'
      ? ok('encoding UTF8')
      : failed(`encoding ${encoding}`, 'Create the database with ENCODING UTF8.'),
    ...(isReadOnly
      ? [failed('the server accepts no changes', 'Let DATABASE_URL name the primary, not a replica.')]
      : []),
    ...(isRemote && !isEncrypted
      ? [warning('the connection is not encrypted', 'Add ?sslmode=verify-full to DATABASE_URL.')]
      : []),
    ...(maxConnections < needed
      ? [
          warning(
            `${maxConnections} connections at most, ${needed} for each process`,
            'Raise max_connections, or lower DATABASE_POOL.',
          ),
        ]
      : []),
  ]
}

async function checkSchema({ owner }: ReachedDatabase): Promise<Finding[]> {
  const { ok, warning, failed } = schema
  try {
    const { missing, newer, refused } = await compareSchema(owner)
    if (refused.length > 0)
      return [
        failed(
          `of a newer release: ${newer.join(', ')}`,
          'Start that release, or restore the backup from before the upgrade.',
        ),
      ]
    if (newer.length > 0)
      return [
        warning(
          `of a newer release, with which this one can run: ${newer.join(', ')}`,
          'Upgrade this process, too.',
        ),
      ]
    if (missing.length > 0)
      return [
        failed(
          `of an older release, without ${counted(missing.length, 'migration')}`,
          'Start Countersign: it runs them.',
        ),
      ]
    return [ok(`of this release (${ownVersion()})`)]
  } catch (error) {
    // undefined_table
    if ((error as { code?: string }).code !== '42P01') throw error
    return [failed('the database is empty', 'Start Countersign once: it sets it up. Or restore a backup.')]
  }
}

export async function checkRoles({ database: reached, config }: Examination): Promise<readonly Finding[]> {
  if (!isReached(reached)) return []
  const { ok, warning, failed } = roles
  const { login, isSuperuser } = await readServer(reached.owner)
  const findings: Finding[] = []
  try {
    await checkSessions(reached.connection, 'owner')
    await checkSessions(reached.connection, 'application')
    findings.push(ok('the connection keeps its session'))
    await checkApplicationRights(reached.connection)
    findings.push(ok('the application can’t change evidence'))
  } catch (error) {
    // The message says what to do: a pooler's mode, a missing role, too many rights.
    findings.push(failed(reasonOf(error), 'See docs/operating.md, “Database roles”.'))
  }
  if (!config.databaseUrl) return findings
  if (isSuperuser)
    findings.push(
      warning(
        `DATABASE_URL signs in as ${login}, a superuser`,
        'Give the database to a role that isn’t one, but has CREATEROLE.',
      ),
    )
  if (!config.databaseApplicationUrl)
    findings.push(
      warning(
        'the application signs in as the owner of the tables',
        'Set DATABASE_APPLICATION_URL: a login of its own, which can’t become the owner.',
      ),
    )
  return findings
}

export async function checkClock({ database: reached }: Examination): Promise<readonly Finding[]> {
  if (!isReached(reached)) return []
  const { aheadBy, agrees } = await compareClocks(reached.owner, () => new Date())
  const difference = `${Math.round(Math.abs(aheadBy)) / 1000} s ${aheadBy < 0 ? 'behind' : 'ahead of'} the database's`
  if (!agrees)
    return [
      clock.failed(
        `this machine's clock is ${difference}`,
        `Set the time by NTP on both machines. Beyond ${clockTolerance / 1000} s nothing is deleted and nothing expires.`,
      ),
    ]
  return [clock.ok(aheadBy === 0 ? "agrees with the database's" : difference)]
}

/** With another one than that of the database nothing starts, and it is in no backup. */
export async function checkMasterKey({
  database: reached,
  config,
}: Examination): Promise<readonly Finding[]> {
  if (!isReached(reached)) return []
  try {
    const problem = await problemOfMasterKey(reached.db, await requireMasterKey(config))
    if (problem === null) return [key.ok('opens the stored secrets')]
    return [key.failed(problem, 'Set the key that this database was used with, or restore master.key.')]
  } catch (error) {
    if (!(error instanceof MasterKeyError)) throw error
    return [key.failed(error.message, 'Nothing starts without it.')]
  }
}
