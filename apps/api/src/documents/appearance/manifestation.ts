// What a signature under 21 CFR Part 11 says of itself (11.50): no clock, no I/O.

import { dateFormat } from './date-format.ts'

/** `2026-11-22 15:03:12 +01:00`: the signer's own time, and how far it is from UTC. */
export function localTime(at: Date, timeZone: string | null): string {
  const parts = dateFormat('en-GB', {
    timeZone: timeZone ?? 'UTC',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'longOffset',
  }).formatToParts(at)
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((one) => one.type === type)?.value ?? ''
  const offset = part('timeZoneName').replace('GMT', '') || '+00:00'
  const day = [part('year'), part('month'), part('day')].join('-')
  return `${day} ${[part('hour'), part('minute'), part('second')].join(':')} ${offset}`
}
