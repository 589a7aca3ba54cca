import { createRequire } from 'node:module'
import type { parseCrontab as Parse } from 'graphile-worker'

// The settings are read by commands, too, which have no use for the queue's library: only a schedule that is set is read with it.
const require = createRequire(import.meta.url)
const parseCrontab = (text: string) =>
  (require('graphile-worker') as { readonly parseCrontab: typeof Parse }).parseCrontab(text)

/** Five fields as cron has them, and nothing else: `30 1 * * *`. They have to name a day that comes: not `30 1 30 2 *`. */
export function isSchedule(text: string): boolean {
  if (!/^\S+( \S+){4}$/.test(text)) return false
  try {
    return parseCrontab(`${text} job`).length === 1 && hasDay(text)
  } catch {
    return false
  }
}

const day = 86_400_000

function hasDay(text: string): boolean {
  const leapYear = Array.from({ length: 366 }, (_, number) => new Date(Date.UTC(2028, 0, 1) + number * day))
  const [, , ...days] = text.split(' ')
  const [item] = parseCrontab(`0 0 ${days.join(' ')} job`)
  return leapYear.some((at) =>
    item?.match({
      min: 0,
      hour: 0,
      date: at.getUTCDate(),
      month: at.getUTCMonth() + 1,
      dow: at.getUTCDay(),
    }),
  )
}
