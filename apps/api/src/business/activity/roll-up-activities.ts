import type { Context } from '#api/providers/context.ts'
import { transaction } from '#api/platform/db/transaction.ts'
import { rollUpSome } from './counter-repository.ts'

/** Keeps short what a total adds up. */
export async function rollUpActivities({ db }: Pick<Context, 'db'>): Promise<void> {
  while (await transaction(db, rollUpSome));
}
