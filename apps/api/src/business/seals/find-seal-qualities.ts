import type { Reader } from '#api/platform/db/transaction.ts'
import { listOf } from './repository.ts'
import { statusOf } from './seal.ts'

/** At which levels an account may seal now. */
export async function findSealQualities(
  db: Reader,
  accountId: string,
): Promise<{ readonly aes: boolean; readonly qes: boolean }> {
  const seals = (await listOf(db, accountId)).filter((seal) => statusOf(seal) === 'READY')
  return {
    aes: seals.some(({ quality }) => quality === 'AES'),
    qes: seals.some(({ quality }) => quality === 'QES'),
  }
}
