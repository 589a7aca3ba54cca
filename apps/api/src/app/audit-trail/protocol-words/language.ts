import type { ProtocolLanguage } from '../protocol.ts'
import { de } from './de.ts'
import { en } from './en.ts'
import { fr } from './fr.ts'
import { it } from './it.ts'
import type { ProtocolWords } from './words.ts'

const words: Record<ProtocolLanguage, ProtocolWords> = { en, de, fr, it }

export function wordsIn(language: ProtocolLanguage): ProtocolWords {
  return words[language]
}

export function statusWord(words: ProtocolWords, status: string): string {
  return (words.statuses as Record<string, string>)[status] ?? status
}

/** To the second, in UTC: a protocol is read in every time zone. */
export function shownInstant(words: ProtocolWords, at: Date | string | null): string {
  if (at === null) return '–'
  const date = new Date(at)
  if (Number.isNaN(date.getTime())) return String(at)
  const shown = new Intl.DateTimeFormat(words.locale, {
    dateStyle: 'medium',
    timeStyle: 'medium',
    timeZone: 'UTC',
  }).format(date)
  return `${shown} UTC`
}

/** In UTC as well. */
export function shownDay(words: ProtocolWords, at: string): string {
  const date = new Date(at)
  if (Number.isNaN(date.getTime())) return at
  return new Intl.DateTimeFormat(words.locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(date)
}

export function shownSize(words: ProtocolWords, bytes: number): string {
  const kilobytes = Math.max(1, Math.round(bytes / 1000))
  return `${new Intl.NumberFormat(words.locale).format(kilobytes)} kB`
}
