import { setTimeout as pause } from 'node:timers/promises'
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
  let reason: Error | undefined
  const connection = { connectionString: config.databaseReadUrl }
  const replica = await openReplica(database.application, connection, {
    onError: (error) => (reason = error),
  })
  try {
    // Whether it lags shows only after some seconds, unless it has applied everything.
    const until = performance.now() + lagShowsWithin
    while (isBehind(replica.state()) && performance.now() < until) await pause(200)
    const { problem, lagBytes } = replica.state()
    return [
      problem === null
        ? ok(`applies what the primary writes, ${lagBytes ?? 0} bytes behind`)
        : describe(problem, reason),
    ]
  } finally {
    replica.close()
  }
}

const isBehind = ({ problem, lagBytes }: ReplicaState) => problem === null && (lagBytes ?? 0) > 0

const otherAddress = 'Let DATABASE_READ_URL name a streaming replica of the database in DATABASE_URL.'

function describe(problem: ReplicaProblem, reason: Error | undefined): Finding {
  switch (problem) {
    case 'not_a_replica':
      return failed('is no replica', otherAddress)
    case 'other_installation':
      return failed('belongs to another installation', otherAddress)
    case 'lagging':
      return warning('is behind the primary', 'Check its disk and network, and long queries on it.')
    case 'unreachable':
      return warning(
        `can’t be reached: ${reasonOf(reason ?? new Error('no answer'))}`,
        'Check that it is running, and that DATABASE_READ_URL names it and signs in as the application does.',
      )
  }
}
