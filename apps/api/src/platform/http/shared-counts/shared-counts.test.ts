import { afterEach, expect, test } from 'vitest'
import { openSharedCounts, type SharedCounts } from './shared-counts.ts'

const opened: SharedCounts[] = []
afterEach(async () => {
  await Promise.all(opened.splice(0).map((counts) => counts.close()))
})

/** A database as several processes see it, and how to make it fail. */
function aDatabase() {
  const rows = new Map<string, number>()
  const state = { isAway: false, statements: 0, rows, now: 0 }
  const open = () => {
    const counts = openSharedCounts({
      windowSeconds: 60,
      elapsed: () => state.now,
      add: async (additions) => {
        await Promise.resolve()
        if (state.isAway) throw new Error('the database is away')
        state.statements += 1
        return additions.map(({ key, by }) => {
          rows.set(key, (rows.get(key) ?? 0) + by)
          return { key, calls: rows.get(key) ?? 0, left: 60_000 }
        })
      },
      deleteOld: async () => {},
      onError: () => {},
    })
    opened.push(counts)
    return counts
  }
  return { state, open }
}

async function admitted(counts: readonly SharedCounts[], calls: number, limit: number): Promise<number> {
  const states = await Promise.all(
    Array.from({ length: calls }, (_, n) => (counts[n % counts.length] as SharedCounts).count('anna', limit)),
  )
  return states.filter(({ isExceeded }) => !isExceeded).length
}

test('two processes let exactly a small limit through together, however many calls come at once', async () => {
  const { open } = aDatabase()
  expect(await admitted([open(), open()], 100, 19)).toBe(19)
})

test('each further process lets at most a twentieth more of a large limit through', async () => {
  const { open } = aDatabase()
  const processes = [open(), open(), open()]
  let all = 0
  for (let burst = 0; burst < 40; burst += 1) all += await admitted(processes, 75, 1000)
  expect(all).toBeGreaterThanOrEqual(1000)
  expect(all).toBeLessThanOrEqual(1000 + 2 * 50)
})

test('calls far below a large limit don’t wait for a statement, and are still added to the total', async () => {
  const { state, open } = aDatabase()
  const counts = open()
  expect(await admitted([counts], 40, 3000)).toBe(40)
  expect(state.statements).toBe(0)
  await counts.close()
  expect(state.rows.get('anna')).toBe(40)
})

test('while the database is unavailable each process enforces the limit alone, and adds its calls to the total afterwards', async () => {
  const { state, open } = aDatabase()
  const counts = open()
  state.isAway = true
  expect(await admitted([counts], 30, 10)).toBe(10)
  state.isAway = false
  await counts.close()
  expect(state.rows.get('anna')).toBe(10)
})

test('a caller over its limit causes no statements, and has the whole limit again after a minute', async () => {
  const { state, open } = aDatabase()
  const counts = open()
  await admitted([counts], 10, 10)
  const before = state.statements
  expect(await admitted([counts], 50, 10)).toBe(0)
  expect(state.statements).toBe(before)
  expect(counts.look('anna', 10)).toEqual({ remaining: 0, isExceeded: true, left: 60_000 })
  state.now = 60_001
  state.rows.clear()
  expect(counts.look('anna', 10).isExceeded).toBe(false)
  expect(await counts.count('anna', 10)).toEqual({ remaining: 9, isExceeded: false, left: 60_000 })
})
