import {
  type DatabaseConnection,
  type Driver,
  type Kysely,
  PostgresDialect,
  PostgresDriver,
  type PostgresPool,
  Transaction,
  type TransactionSettings,
} from 'kysely'
import { forgetResult, keyedCall, noteConnection, prepareCommit } from './call-result.ts'
import { findOutcome } from './commit-outcome.ts'
import { isDatabaseAway } from './database-away.ts'

const beginnings = new WeakMap<DatabaseConnection, Promise<void>>()

/** Doesn't wait for the answer to BEGIN: the first statement goes out with it. Nothing is committed where it failed. */
class PipeliningDriver extends PostgresDriver {
  readonly #pool: PostgresPool

  constructor(pool: PostgresPool) {
    super({ pool })
    this.#pool = pool
  }
  override async beginTransaction(
    connection: DatabaseConnection,
    settings: TransactionSettings,
  ): Promise<void> {
    forgetResult(connection)
    const begun = super.beginTransaction(connection, settings)
    begun.catch(() => {})
    beginnings.set(connection, begun)
  }
  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await beginnings.get(connection)
    const call = keyedCall()
    const xid = call ? await prepareCommit(connection, call) : null
    try {
      await super.commitTransaction(connection)
    } catch (error) {
      if (xid === null || !isDatabaseAway(error)) throw error
      if ((await findOutcome(this.#pool, xid)) !== 'committed') throw error
    }
  }
}

/** For a pool whose connections have `pipeline`: a statement is sent while others of its connection are under way. */
export class PipeliningDialect extends PostgresDialect {
  readonly #pool: PostgresPool

  constructor(pool: PostgresPool) {
    super({ pool })
    this.#pool = pool
  }
  override createDriver(): Driver {
    return new PipeliningDriver(this.#pool)
  }
}

/**
 * The same transaction, whose statements don't wait for each other: those that are made together, as by `Promise.all`, reach the
 * server in one go. It executes them in the order in which they were made; if one fails, so do all that follow.
 */
export async function pipelined<Schema>(tx: Transaction<Schema>): Promise<Transaction<Schema>> {
  const held = await connectionOf(tx)
  const connection = inOrder(held, beginnings.get(held) ?? Promise.resolve())
  const executor = tx
    .getExecutor()
    .withConnectionProvider({ provideConnection: (consumer) => consumer(connection) })
  const transaction = new Transaction<Schema>({ ...unused, executor })
  noteConnection(transaction, held)
  return transaction
}

/**
 * What is done together in one transaction: its statements go out at once, in the order in which it is named here. Waits for
 * all of it. Where something fails, says why: not that the transaction had failed already, as what came after it says.
 */
export async function together<Results extends readonly unknown[]>(work: {
  readonly [Key in keyof Results]: Promise<Results[Key]>
}): Promise<Results> {
  const settled = await Promise.allSettled(work)
  const failures = settled.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []))
  if (failures.length > 0) throw failures.find((failure) => !isConsequence(failure)) ?? failures[0]
  return settled.map((one) => (one.status === 'fulfilled' ? one.value : undefined)) as unknown as Results
}

/** In place of what needn't be done. */
export const nothing = Promise.resolve()

/**
 * in_failed_sql_transaction, and invalid_sql_statement_name of a prepared one that couldn't be read then (PostgreSQL,
 * Appendix A).
 */
const isConsequence = (error: unknown) =>
  ['25P02', '26000'].includes(String((error as { readonly code?: unknown } | null)?.code))

/** A job is added, and others are told, by a SELECT as well. */
const isRead = /^\s*select\b(?!.*\b(enqueue_job\w*|pg_notify)\b)/is

/** Only what reads may go out before BEGIN is answered: a change without its transaction would stay. */
function inOrder(held: DatabaseConnection, begun: Promise<void>): DatabaseConnection {
  let gate: Promise<void> | undefined
  return {
    executeQuery: async (query, options) => {
      if (!gate && !isRead.test(query.sql)) gate = begun
      if (gate) await gate
      return held.executeQuery(query, options)
    },
    streamQuery: () => {
      throw new Error('a transaction streams nothing')
    },
  }
}

async function connectionOf<Schema>(tx: Kysely<Schema>): Promise<DatabaseConnection> {
  const found: DatabaseConnection[] = []
  await tx.getExecutor().provideConnection((connection) => Promise.resolve(void found.push(connection)))
  const [connection] = found
  if (!connection) throw new Error('a transaction has a connection')
  return connection
}

/** Begin, commit and rollback belong to the transaction that this one is part of. */
const noPool = { pool: () => Promise.reject(new Error('a transaction opens no connection')) }
const dialect = new PostgresDialect(noPool)
const unused = { config: { dialect }, dialect, driver: new PostgresDriver(noPool) }
