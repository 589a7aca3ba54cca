import { getStatusComponents, getStatusSummary } from '@countersign/contract/system-status.ts'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type SystemStatus, StatusPageUnavailable } from '#api/providers/status-page/port.ts'
import { startTestApi, type TestApi } from '#api/testing/api.ts'
import { openStatusReader } from './read-status.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api?.stop())

const calm: SystemStatus = { indicator: 'none', description: 'Fine', components: [], maintenances: [] }
const log = pino({ level: 'silent' })

test('what the operators publish is told, maintenance and each part', async () => {
  const board = {
    indicator: 'maintenance',
    description: 'Database is being moved',
    maintenances: [
      {
        name: 'Database move',
        status: 'in_progress',
        impact: 'critical',
        scheduledFor: '2026-11-21T10:00:00Z',
        scheduledUntil: '2026-11-21T12:00:00Z',
      },
    ],
  }
  const published = await fetch(`${api.sandboxUrl}/api/status-page`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(board),
  })
  expect(published.status).toBe(204)
  const summary = await api.call(getStatusSummary, {})
  expect(summary).toMatchObject({
    indicator: 'maintenance',
    description: 'Database is being moved',
    maintenances: [
      { name: 'Database move', inProgress: true, blocking: true, endsAt: '2026-11-21T12:00:00.000Z' },
    ],
  })
  const { components } = await api.call(getStatusComponents, {})
  expect(components.map(({ status }) => status)).toEqual(components.map(() => 'partial_outage'))
  expect(components.length).toBeGreaterThan(0)
})

test('the page is read once a minute, however many ask', async () => {
  let reads = 0
  let time = Date.parse('2026-11-21T10:00:00Z')
  const read = async () => {
    reads += 1
    return calm
  }
  const readStatus = openStatusReader({ read }, { log, now: () => new Date(time) })
  await Promise.all(Array.from({ length: 20 }, () => readStatus()))
  time += 59_000
  await readStatus()
  expect(reads).toBe(1)
  time += 1000
  await readStatus()
  expect(reads).toBe(2)
})

test('maintenance starts and ends with the first visitor, and with everyone who asks at the same time', async () => {
  let time = 0
  let status = calm
  const readStatus = openStatusReader(
    { read: async () => status },
    { log, now: () => new Date(time), patience: 60_000 },
  )
  expect(await readStatus()).toEqual(calm)
  status = { ...calm, indicator: 'maintenance' }
  time += 60_000
  expect(await Promise.all([readStatus(), readStatus()])).toEqual([status, status])
  status = calm
  time += 60_000
  expect(await readStatus()).toEqual(calm)
})

test('a page that is away leaves the last word for ten minutes, then nobody knows', async () => {
  let time = 0
  let away = false
  const read = async () => {
    if (away) throw new StatusPageUnavailable('away')
    return calm
  }
  const readStatus = openStatusReader({ read }, { log, now: () => new Date(time) })
  expect(await readStatus()).toEqual(calm)
  away = true
  time += 599_000
  expect(await readStatus()).toEqual(calm)
  time += 1000
  expect(await readStatus()).toBeNull()
})

test('a slow page holds a visitor up for a moment only, and none of the following', async () => {
  let time = 0
  const { promise: never } = Promise.withResolvers<SystemStatus>()
  let answers: Promise<SystemStatus> = Promise.resolve(calm)
  const readStatus = openStatusReader(
    { read: () => answers },
    { log, now: () => new Date(time), patience: 1 },
  )
  await readStatus()
  answers = never
  time += 60_000
  expect(await readStatus()).toEqual(calm)
  expect(await readStatus()).toEqual(calm)
})

test('without a status page nobody knows', async () => {
  expect(await openStatusReader(null, { log, now: () => new Date() })()).toBeNull()
})
