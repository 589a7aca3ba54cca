import { problemOfMasterKey } from '#api/app/master-key/check-master-key.ts'
import { MasterKeyError, requireMasterKey } from '#api/platform/secrets/master-key.ts'
import { type Examination, isReached } from './examination.ts'
import { type Finding, findingsOf } from './finding.ts'

const { ok, failed } = findingsOf('master key')

/** With another one than that of the database nothing starts, and it is in no backup. */
export async function checkMasterKey({ database, config }: Examination): Promise<readonly Finding[]> {
  if (!isReached(database)) return []
  try {
    const problem = await problemOfMasterKey(database.db, await requireMasterKey(config))
    if (problem === null) return [ok('opens the stored secrets')]
    return [failed(problem, 'Set the key that this database was used with, or restore master.key.')]
  } catch (error) {
    if (!(error instanceof MasterKeyError)) throw error
    return [failed(error.message, 'Set COUNTERSIGN_MASTER_KEY to the key that this database was used with.')]
  }
}
