import { AsyncLocalStorage } from 'node:async_hooks'
import { CompiledQuery, type DatabaseConnection, type Transaction as KyselyTransaction } from 'kysely'
import { Refusal } from '#api/platform/refusal.ts'
import type { Tables } from './tables.ts'

// A call with an Idempotency-Key writes what it has made into the key's row, in the transaction that makes it (docs/decisions/0064).

/** The call, as its transactions know it. */
export interface KeyedCall {
  /** Writes the result, as long as the key is still this call's. Returns the transaction's id as `xid`. */
  readonly writeResult: (result: string | null) => CompiledQuery
  /** What was made is gone again: the same key may do the work again. */
  isUndone: boolean
}

const calls = new AsyncLocalStorage<KeyedCall>()

export function runKeyed<Result>(call: KeyedCall, work: () => Promise<Result>): Promise<Result> {
  return calls.run(call, work)
}

/** For what is done beside the work of the call: it records nothing. */
export const runUnkeyed = <Result>(work: () => Promise<Result>): Promise<Result> => calls.exit(work)

export const keyedCall = (): KeyedCall | undefined => calls.getStore()

const connections = new WeakMap<object, DatabaseConnection>()
const results = new WeakMap<DatabaseConnection, { readonly result: string | null }>()

export function noteConnection(tx: object, connection: DatabaseConnection): void {
  connections.set(tx, connection)
}

export function forgetResult(connection: DatabaseConnection): void {
  results.delete(connection)
}

/**
 * This transaction does what the call is for. With it, the result is written into the row of the call's Idempotency-Key, where it has one:
 * a retry answers from it and doesn't repeat the work, even if this process is killed before its response is stored. `result`: by what
 * the response is read again (`again` of `bind`); null where it can't be.
 */
export function recordResult(tx: KyselyTransaction<Tables>, result: string | null): void {
  if (!keyedCall()) return
  const connection = connections.get(tx)
  if (!connection) throw new Error('a result is recorded in a transaction that is not of transaction()')
  results.set(connection, { result })
}

/** What this call had made was taken back, because it couldn't be completed. */
export function undoResult(): void {
  const call = keyedCall()
  if (call) call.isUndone = true
}

/** Before COMMIT: writes the result if the transaction has one. The id of the transaction; null where nothing was written. */
export async function prepareCommit(connection: DatabaseConnection, call: KeyedCall): Promise<string | null> {
  const noted = results.get(connection)
  results.delete(connection)
  if (!noted) {
    const { rows } = await connection.executeQuery<{ xid: string | null }>(
      CompiledQuery.raw('SELECT pg_current_xact_id_if_assigned()::text AS xid'),
    )
    return rows[0]?.xid ?? null
  }
  const { rows } = await connection.executeQuery<{ xid: string }>(call.writeResult(noted.result))
  // Another call has the key by now, because this process seemed dead: only one of them may do the work.
  if (!rows[0]) throw new Refusal('idempotency.running', { retryAfter: 1 })
  return rows[0].xid
}
