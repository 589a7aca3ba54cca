import { describe, expect, it } from 'vitest'
import {
  formatDate,
  formatDateTime,
  formatList,
  formatNumber,
  formatPercent,
  formatRelative,
  formatSize,
} from './format.ts'

describe('formatting', () => {
  it('writes date and time in the way of the language', () => {
    const instant = new Date(2026, 10, 20, 9, 5)
    expect(formatDateTime(instant, 'en')).toBe('20 Nov 2026, 09:05')
    expect(formatDateTime(instant, 'de')).toMatch(/^20\. Nov\.? 2026, 09:05$/)
    expect(formatDateTime(instant, 'fr')).toMatch(/^20 nov\.? 2026,? (à )?09:05$/)
    expect(formatDateTime(instant, 'it')).toMatch(/^20 nov 2026, 09:05$/)
  })
  it('writes the first of a month as an ordinal number in French', () => {
    expect(formatDate(new Date(2026, 2, 1), 'fr')).toMatch(/^1er mars 2026$/)
    expect(formatDateTime(new Date(2026, 2, 1, 9, 5), 'fr')).toMatch(/^1er mars 2026,? (à )?09:05$/)
    expect(formatDate(new Date(2026, 2, 11), 'fr')).toMatch(/^11 mars 2026$/)
  })
  it('writes numbers with the separators of the place', () => {
    expect(formatNumber(1284, 'en')).toBe('1,284')
    expect(formatNumber(1284, 'de')).toMatch(/^1[’']284$/)
  })
  it('tells how long ago in the largest unit that fits', () => {
    const now = Date.parse('2026-11-20T12:00:00Z')
    const ago = (seconds: number) => formatRelative(new Date(now - seconds * 1000), 'en', now)
    expect(ago(30)).toBe('now')
    expect(ago(125)).toBe('2 min ago')
    expect(ago(2 * 3600)).toMatch(/^2 hrs? ago$/)
    expect(ago(86_400)).toBe('yesterday')
    expect(ago(-3 * 86_400)).toBe('in 3 days')
    expect(ago(800 * 86_400)).toMatch(/^2 yrs? ago$/)
  })
  it('calls yesterday the day before on the calendar, and nothing else last week or last year', () => {
    const now = new Date(2026, 10, 25, 9, 0).getTime()
    const at = (day: number, hour: number) => formatRelative(new Date(2026, 10, day, hour, 30), 'en', now)
    expect(at(24, 8)).toBe('yesterday')
    expect(at(23, 23)).toBe('2 days ago')
    expect(at(24, 23)).toMatch(/^9 hrs? ago$/)
    expect(at(15, 8)).toMatch(/^1 wk ago$/)
    expect(formatRelative(new Date(now - 366 * 86_400_000), 'en', now)).toMatch(/^1 yr ago$/)
  })
  it('writes percentages as in Switzerland, without a space', () => {
    expect(formatPercent(0.404, 'en')).toBe('40%')
    expect(formatPercent(1.17, 'de')).toBe('117%')
    expect(formatPercent(1.17, 'fr')).toBe('117%')
  })
  it('writes sizes in the unit a person says', () => {
    expect(formatSize(512, 'en')).toBe('512 bytes')
    expect(formatSize(340_200, 'en')).toBe('340 kB')
    expect(formatSize(12_520_000, 'en')).toBe('12.5 MB')
    expect(formatSize(112_500_000_000_000, 'en')).toMatch(/GB$/)
  })
})

it('names in a list are joined as the language does, and those from right to left keep their place', () => {
  expect(formatList(['Anna', 'Ben', 'Carla'], 'en')).toBe('Anna, Ben and Carla')
  expect(formatList(['Anna', 'Ben', 'Carla'], 'de')).toBe('Anna, Ben und Carla')
  expect(formatList(['דנה', 'Ben'], 'en')).toBe('\u2068דנה\u2069 and Ben')
})
