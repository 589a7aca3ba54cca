import { setTimeout as pause } from 'node:timers/promises'
import { ping } from '#api/app/readiness/repository.ts'
import { connect } from '#api/platform/db/connect.ts'
import {
  lagShowsWithin,
  openReplica,
  type ReplicaProblem,
  type ReplicaState,
} from '#api/platform/db/replica/replica.ts'
import { type Examination, isReached } from './examination.ts'
import { type Finding, findingsOf, reasonOf } from './finding.ts'

const { ok, warning, failed } = findingsOf('replica')

/** Problems are warnings as long as they only cost time: lists and exports are then read from the primary. */
export async function checkReplica({ database, config }: Examination): Promise<readonly Finding[]> {
  if (config.databaseReadUrl === undefined || !isReached(database)) return []
  const connection = { connectionString: config.databaseReadUrl }
  const pool = connect(connection, 'application', 1, () => {})
  try {
    await ping(pool)
  } catch (error) {
    return [
      warning(
        `can’t be reached: ${reasonOf(error)}`,
        'Check that it is running, and DATABASE_READ_URL. Until then lists are read from the primary.',
      ),
    ]
  } finally {
    await pool.end()
  }
  const replica = await openReplica(database.application, connection)
  try {
    // Whether it lags shows only after some seconds, unless it has applied everything.
    const until = performance.now() + lagShowsWithin
    while (isBehind(replica.state()) && performance.now() < until) await pause(200)
    const { problem, lagBytes } = replica.state()
    return [
      problem === null
        ? ok(`applies what the primary writes, ${lagBytes ?? 0} bytes behind`)
        : describe(problem),
    ]
  } finally {
    replica.close()
  }
}

const isBehind = ({ problem, lagBytes }: ReplicaState) => problem === null && (lagBytes ?? 0) > 0

function describe(problem: ReplicaProblem): Finding {
  switch (problem) {
    case 'not_a_replica':
      return failed(
        'is no replica',
        'Let DATABASE_READ_URL name a streaming replica of the database in DATABASE_URL.',
      )
    case 'other_installation':
      return failed(
        'belongs to another installation',
        'Let DATABASE_READ_URL name a streaming replica of the database in DATABASE_URL.',
      )
    case 'lagging':
      return warning('is behind the primary', 'Check its disk and network, and long queries on it.')
    case 'unreachable':
      return warning('can’t be examined', 'Check that DATABASE_READ_URL signs in as the application does.')
  }
}
