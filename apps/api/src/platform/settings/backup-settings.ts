import { isAbsolute, relative, resolve } from 'node:path'
import * as z from 'zod/mini'
import { isSchedule } from '#api/platform/jobs/schedule.ts'
import { readPublicKey } from '#api/platform/secrets/age/keys.ts'

/** How many backups are kept: the last of each of so many days, weeks and months that have one. */
export interface KeptBackups {
  readonly days: number
  readonly weeks: number
  readonly months: number
}

export interface BackupSettings {
  /** Where backups go; none are made without. */
  readonly target: string | undefined
  /** When, as cron writes it, in UTC; null where something else starts them. */
  readonly schedule: string | null
  readonly keep: KeptBackups
  /** A key of age that they are encrypted to. */
  readonly publicKey: string | undefined
}

export const isBackupTarget = (text: string) => isAbsolute(text)

/** `14d,8w,12m` */
function readKeep(text: string): KeptBackups | null {
  const parts = text.split(',').map((part) => /^([1-9]\d{0,3})([dwm])$/.exec(part.trim()))
  const units = parts.map((part) => part?.[2])
  if (parts.includes(null) || new Set(units).size < units.length) return null
  const count = (unit: string) => Number(parts.find((part) => part?.[2] === unit)?.[1] ?? 0)
  return { days: count('d'), weeks: count('w'), months: count('m') }
}

export const backupEnvironment = {
  BACKUP_TARGET: z.optional(z.string().check(z.refine(isBackupTarget))),
  BACKUP_SCHEDULE: z._default(
    z.string().check(z.refine((text) => text === 'off' || isSchedule(text))),
    '30 1 * * *',
  ),
  BACKUP_KEEP: z._default(z.string().check(z.refine((text) => readKeep(text) !== null)), '14d,8w,12m'),
  BACKUP_PUBLIC_KEY: z.optional(z.string().check(z.refine((text) => readPublicKey(text) !== null))),
}

export function backupSettings(env: {
  readonly BACKUP_TARGET?: string | undefined
  readonly BACKUP_SCHEDULE: string
  readonly BACKUP_KEEP: string
  readonly BACKUP_PUBLIC_KEY?: string | undefined
}): BackupSettings {
  return {
    target: env.BACKUP_TARGET,
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
