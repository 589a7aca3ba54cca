import { findAddressesConverted, noteAddressesConverted } from '#api/app/installation/repository.ts'
import { lockForNoKeyUpdate } from '#api/identity/accounts/lock-repository.ts'
import { listUnusual } from '#api/identity/accounts/respelling-repository.ts'
import { convertColumn } from '#api/platform/db/conversion/address-column.ts'
import { listOlderVersions } from '#api/platform/db/schema-compatibility.ts'
import { transaction } from '#api/platform/db/transaction.ts'
import type { Context } from '#api/providers/context.ts'
import { adoptSignatures } from '#api/signing/signature-requests/signers/adopt-signatures.ts'
import { addressColumns } from './address-columns.ts'
import { convertAccounts } from './convert-accounts.ts'
import { convertRequests } from './convert-requests.ts'
import { whileAlone } from './people-repository.ts'

/** The migration from which on a release keeps addresses in one form. */
const since = '0100'
const roundsAtMost = 10

/**
 * Once: converts the addresses that earlier releases kept as they were written. Not while a process of such a release runs, which
 * wouldn't find them, and would write more. It may be interrupted and begun again: what is converted isn't touched.
 */
export async function convertAddresses(
  context: Pick<Context, 'db' | 'log' | 'now'>,
  owner: Parameters<typeof listOlderVersions>[0],
): Promise<void> {
  const { db } = context
  if (await findAddressesConverted(db)) return
  if ((await listOlderVersions(owner, since)).length > 0) return
  await whileAlone(db, () => convertAll(context))
}

async function convertAll(context: Pick<Context, 'db' | 'log' | 'now'>): Promise<void> {
  const { db, log, now } = context
  // What changes while a table is read may be missed: until a round finds nothing.
  for (let round = 1; round <= roundsAtMost; round += 1) {
    const [accounts, requests, others] = [
      await convertAccounts(context),
      await convertRequests(context),
      await convertColumns(context),
    ]
    if (accounts + requests + others === 0) break
    log.info({ accounts, requests, others }, 'converted email addresses to their canonical form')
  }
  await adoptAll(context)
  await noteAddressesConverted(db, now())
}

async function convertColumns({ db, log }: Pick<Context, 'db' | 'log'>): Promise<number> {
  let all = 0
  for (const column of addressColumns) {
    const { converted, taken } = await convertColumn(db, column)
    all += converted
    if (taken > 0)
      log.warn(
        { table: column.table, rows: taken },
        'left addresses as they are: the canonical form is there already',
      )
  }
  return all
}

/** What was sent to the other form of an account's address is found by the account. */
async function adoptAll({ db }: Pick<Context, 'db'>): Promise<void> {
  for (const { id } of await listUnusual(db))
    await transaction(db, async (tx) => {
      const account = await lockForNoKeyUpdate(tx, id)
      if (account) await adoptSignatures(tx, account.id, account.email)
    })
}
