import { isAbsolute, relative, resolve } from 'node:path'
import * as z from 'zod/mini'
import { isSchedule } from '#api/platform/jobs/schedule.ts'
import { readPublicKey } from '#api/platform/secrets/age/keys.ts'
import { asPrefix, backupS3Environment, type BackupS3Settings, backupS3Settings } from './document-store.ts'

/** How many backups are kept: the last of each of so many days, weeks and months that have one. */
export interface KeptBackups {
  readonly days: number
  readonly weeks: number
  readonly months: number
}

export interface BackupSettings {
  /** Where backups go; none are made without. */
  readonly target: string | undefined
  readonly s3: BackupS3Settings
  /** When, as cron writes it, in UTC; null where something else starts them. */
  readonly schedule: string | null
  readonly keep: KeptBackups
  /** A key of age that they are encrypted to. */
  readonly publicKey: string | undefined
}

/** `s3://bucket/countersign` */
const bucketAddress = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/((?:[A-Za-z0-9._-]+\/?)*))?$/

/** The bucket and the prefix in it, empty or with a slash at its end; null where it is no address of a bucket. */
export function readBucketAddress(target: string): { bucket: string; prefix: string } | null {
  const [, bucket, path = ''] = bucketAddress.exec(target) ?? []
  return bucket === undefined ? null : { bucket, prefix: asPrefix(path) }
}

export const isBackupTarget = (text: string) => isAbsolute(text) || readBucketAddress(text) !== null

/** `14d,8w,12m` */
function readKeep(text: string): KeptBackups | null {
  const parts = text.split(',').map((part) => /^([1-9]\d{0,3})([dwm])$/.exec(part.trim()))
  const units = parts.map((part) => part?.[2])
  if (parts.includes(null) || new Set(units).size < units.length) return null
  const count = (unit: string) => Number(parts.find((part) => part?.[2] === unit)?.[1] ?? 0)
  return { days: count('d'), weeks: count('w'), months: count('m') }
}

export const backupEnvironment = {
  ...backupS3Environment,
  BACKUP_TARGET: z.optional(z.string().check(z.refine(isBackupTarget))),
  BACKUP_SCHEDULE: z._default(
    z.string().check(z.refine((text) => text === 'off' || isSchedule(text))),
    '30 1 * * *',
  ),
  BACKUP_KEEP: z._default(z.string().check(z.refine((text) => readKeep(text) !== null)), '14d,8w,12m'),
  BACKUP_PUBLIC_KEY: z.optional(z.string().check(z.refine((text) => readPublicKey(text) !== null))),
}

export function backupSettings(env: z.output<z.ZodMiniObject<typeof backupEnvironment>>): BackupSettings {
  return {
    target: env.BACKUP_TARGET,
    s3: backupS3Settings(env),
    schedule: env.BACKUP_SCHEDULE === 'off' ? null : env.BACKUP_SCHEDULE,
    keep: readKeep(env.BACKUP_KEEP)!,
    publicKey: env.BACKUP_PUBLIC_KEY,
  }
}

type Environment = Readonly<Record<string, string | undefined>>

/** A schedule without a place, and a place that a lost disk or a clean-up would take along. */
export function wrongBackup(given: Environment): string[] {
  const target = given['BACKUP_TARGET']
  if (target === undefined)
    return given['BACKUP_SCHEDULE'] === undefined || given['BACKUP_SCHEDULE'] === 'off'
      ? []
      : ['BACKUP_TARGET (not set: BACKUP_SCHEDULE needs it)']
  const address = readBucketAddress(target)
  if (address)
    return address.bucket === given['STORE_S3_BUCKET'] &&
      (given['BACKUP_S3_ENDPOINT'] ?? '') === (given['STORE_S3_ENDPOINT'] ?? '')
      ? [
          'BACKUP_TARGET (it is the bucket of the documents: keep backups in another one, better with other keys)',
        ]
      : []
  return isInside(target, given['COUNTERSIGN_DATA'] ?? './data')
    ? [
        'BACKUP_TARGET (it is inside COUNTERSIGN_DATA: keep backups on another disk, or better another machine)',
      ]
    : []
}

export function isInside(target: string, folder: string): boolean {
  const way = relative(resolve(folder), resolve(target))
  return isAbsolute(target) && !way.startsWith('..') && !isAbsolute(way)
}
