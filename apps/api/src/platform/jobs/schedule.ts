import { parseCrontab } from 'graphile-worker'

/** Five fields as cron has them, and nothing else: `30 1 * * *`. */
export function isSchedule(text: string): boolean {
  if (!/^\S+( \S+){4}$/.test(text)) return false
  try {
    return parseCrontab(`${text} job`).length === 1
  } catch {
    return false
  }
}
