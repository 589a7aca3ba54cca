import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'
import type { Database } from './db/connect.ts'
import type { DatabaseClock } from './db/database-clock.ts'
import type { Reads } from './db/replica/reads.ts'
import type { Notifications } from './db/notifications.ts'
import type { ProcessLease } from './db/process-lease.ts'
import type { FinishedSignings } from './jobs/finished-signings.ts'
import type { OwnInstallation } from './own-installation.ts'
import type { HashKeys } from './secrets/hash-keys.ts'
import type { MasterKey } from './secrets/secret-box.ts'
import type { Config } from './settings/config.ts'
import type { Threads } from './threads/threads.ts'

/** What any code of the api may use; `providers/context.ts` adds the external services. */
export interface PlatformContext {
  readonly config: Config
  readonly db: Database
  readonly pool: pg.Pool
  /** For lists alone, which are planned in their own way. */
  readonly listPool: pg.Pool
  /** For lists and exports: from a replica, where one is set and up to date. */
  readonly reads: Reads
  readonly log: FastifyBaseLogger
  readonly now: () => Date
  /** Whether `now` agrees with the database, whose time counts for what is deleted and what expires. */
  readonly databaseClock: DatabaseClock
  /** Whether the database and the document store belong together. */
  readonly installation: OwnInstallation
  readonly masterKey: MasterKey
  /** Of keyed hashes; they stay as they are when the master key is replaced. */
  readonly hashKeys: HashKeys
  /** Worker threads: rendering and parsing, and the signature engine. */
  readonly threads: Threads
  /** What other processes say through the database. */
  readonly notifications: Notifications
  readonly finishedSignings: FinishedSignings
  /** Holds the Idempotency-Keys of the calls that this process works on. */
  readonly idempotencyLease: ProcessLease
}
