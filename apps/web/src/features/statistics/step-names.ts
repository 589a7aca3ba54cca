import type { Statistics } from '@countersign/contract/activity.ts'
import { localeOf } from '#web/lib/language/language.ts'

type Step = Statistics['step']

const named = { day: 'numeric', month: 'short', timeZone: 'UTC' } as const
const short: Record<Step, Intl.DateTimeFormatOptions> = {
  day: named,
  week: named,
  month: { month: 'short', year: '2-digit', timeZone: 'UTC' },
}
const full: Record<Step, Intl.DateTimeFormatOptions> = {
  day: { ...named, year: 'numeric' },
  week: { ...named, year: 'numeric' },
  month: { month: 'long', year: 'numeric', timeZone: 'UTC' },
}

/** Under a column: '3 Nov', or 'Nov 26' where it stands for a month. */
export function shortStep(from: string, step: Step, language: string): string {
  return new Intl.DateTimeFormat(localeOf(language), short[step]).format(new Date(from))
}

/** In a table: '3 Nov 2026', or 'November 2026'. A week is called by its first day. */
export function fullStep(from: string, step: Step, language: string): string {
  return new Intl.DateTimeFormat(localeOf(language), full[step]).format(new Date(from))
}
