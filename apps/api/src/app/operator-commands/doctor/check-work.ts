import { type BackupStatus, readStatus, refuseOtherTarget } from '#api/app/backups/backup-status.ts'
import { find } from '#api/app/installation/repository.ts'
import { openBackupTarget } from '#api/app/open-installation.ts'
import { hasLiveWorker } from '#api/platform/jobs/heartbeat.ts'
import { lockClass } from '#api/platform/jobs/leases.ts'
import { listTaskStates } from '#api/platform/jobs/queue-state.ts'
import { countFailed } from '#api/mail/repository.ts'
import type { BackupTarget } from '#api/providers/backup-target/port.ts'
import { counted } from '#api/platform/values/counted.ts'
import { type Examination, isReached, type ReachedDatabase } from './examination.ts'
import { type Finding, findingsOf, reasonOf } from './finding.ts'

const lateAfter = 300

export async function checkWorkers({ database }: Examination): Promise<readonly Finding[]> {
  if (!isReached(database)) return []
  const { ok, failed } = findingsOf('workers')
  return (await hasLiveWorker(database.application, lockClass))
    ? [ok('at least one is at work')]
    : [failed('none is running', 'Start a worker: nothing is signed and no email is sent without one.')]
}

export async function checkJobs({ database }: Examination): Promise<readonly Finding[]> {
  if (!isReached(database)) return []
  const { ok, warning } = findingsOf('jobs')
  const states = await listTaskStates(database.owner)
  const total = (name: 'waiting' | 'running' | 'retrying' | 'failed') =>
    states.reduce((sum, state) => sum + state[name], 0)
  const oldest = Math.round(Math.max(0, ...states.map((state) => state.oldestWaiting)))
  const emails = await countFailed(database.db)
  return [
    oldest > lateAfter
      ? warning(
          `${total('waiting')} waiting, the oldest for ${oldest} s`,
          'Start more workers, or see countersign jobs for what holds them up.',
        )
      : ok(`${total('waiting')} waiting (the oldest for ${oldest} s), ${total('running')} running`),
    ...(total('retrying') > 0
      ? [warning(`${total('retrying')} have failed and will be tried again`, 'See countersign jobs.')]
      : []),
    ...(total('failed') > 0
      ? [
          warning(
            `${total('failed')} have failed for good`,
            'See countersign jobs, then countersign jobs retry.',
          ),
        ]
      : []),
    ...(emails > 0
      ? [
          warning(
            `${counted(emails, 'email')} couldn't be sent`,
            'See countersign jobs, then countersign jobs retry emails.',
          ),
        ]
      : []),
  ]
}

const hour = 3_600_000
const backupLateAfter = 36 * hour

export async function checkBackups({ database, config }: Examination): Promise<readonly Finding[]> {
  if (!isReached(database)) return []
  const target = await openBackupTarget(config)
  return [
    ...(target ? await checkTarget(database, target) : []),
    await checkLatest(database, target?.where ?? null),
  ]
}

async function checkTarget({ db, owner }: ReachedDatabase, target: BackupTarget): Promise<Finding[]> {
  try {
    await refuseOtherTarget(owner, target, (await find(db)).id)
    return []
  } catch (error) {
    const advice =
      'No backup is made there. Check that it is mounted or reachable from here, and BACKUP_TARGET.'
    return [findingsOf('backups').failed(reasonOf(error), advice)]
  }
}

async function checkLatest({ db }: ReachedDatabase, target: string | null): Promise<Finding> {
  const { ok, warning } = findingsOf('backups')
  const { lastCompleteAt, last } = await readStatus(db, target)
  if (lastCompleteAt === null && last === null && target === null)
    return warning(
      'none is made by Countersign',
      'Set BACKUP_TARGET and BACKUP_SCHEDULE, or make sure that others are made.',
    )
  if (lastCompleteAt === null)
    return warning(
      `none is complete yet${reasonOfLast(last)}`,
      'Run countersign backup, or see in the log why make-backup failed.',
    )
  const age = Date.now() - lastCompleteAt.getTime()
  const found = `the latest complete one is ${counted(Math.round(age / hour), 'hour')} old`
  const failure = reasonOfLast(last)
  return age > backupLateAfter || failure
    ? warning(`${found}${failure}`, 'Run countersign backup list, and see in the log why make-backup failed.')
    : ok(found)
}

/** Nothing where the last one is complete, or is being made. */
function reasonOfLast(last: BackupStatus['last']): string {
  if (last?.isInterrupted) return ' (the last attempt was interrupted)'
  if (last?.state === 'FAILED') return ` (the last attempt failed: ${last.error ?? 'unknown'})`
  return last?.state === 'INCOMPLETE' ? ` (the last one is incomplete: ${last.error ?? 'unknown'})` : ''
}
