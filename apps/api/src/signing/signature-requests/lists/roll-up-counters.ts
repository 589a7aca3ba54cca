import type { Context } from '#api/providers/context.ts'
import { transaction } from '#api/platform/db/transaction.ts'
import { rollUpSome } from './counter-repository.ts'

/** Keeps short what a list adds up for its total. */
export async function rollUpCounters({ db }: Pick<Context, 'db'>): Promise<void> {
  while (await transaction(db, rollUpSome));
}
