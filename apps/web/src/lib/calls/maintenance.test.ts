import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Maintenance, StatusSummary } from '@countersign/contract/system-status.ts'

const fetched = vi.fn<typeof fetch>()
const now = Date.parse('2026-03-01T12:00:00.000Z')

function aStatus(...maintenances: Partial<Maintenance>[]): StatusSummary {
  return {
    indicator: 'none',
    description: 'All Systems Operational',
    url: null,
    maintenances: maintenances.map((given) => ({
      id: '1',
      name: 'New database',
      startsAt: '2026-03-01T11:00:00.000Z',
      endsAt: '2026-03-01T13:00:00.000Z',
      inProgress: true,
      blocking: false,
      ...given,
    })),
  }
}

function answer(status: StatusSummary): void {
  fetched.mockImplementation(() => Promise.resolve(new Response(JSON.stringify(status))))
}

async function anew() {
  vi.resetModules()
  return import('./maintenance.ts')
}

beforeEach(() => {
  vi.stubGlobal('window', globalThis)
  vi.stubGlobal('sessionStorage', { getItem: () => null, setItem() {}, removeItem() {} })
  vi.stubGlobal('fetch', fetched)
  fetched.mockReset()
})

describe('a maintenance', () => {
  it('blocks while it is in progress and lets nobody work', async () => {
    const { isBlocked } = await anew()
    expect(isBlocked(null)).toBe(false)
    expect(isBlocked(aStatus({ blocking: true, inProgress: false }))).toBe(false)
    expect(isBlocked(aStatus({ blocking: false }))).toBe(false)
    expect(isBlocked(aStatus({}, { blocking: true }))).toBe(true)
  })
})

describe('the status', () => {
  it('is asked for once a minute, and tells when what was open is blocked', async () => {
    const { refreshStatus, systemStatus } = await anew()
    const changed = vi.fn<() => void>()
    answer(aStatus({ blocking: true }))
    refreshStatus(changed, now)
    refreshStatus(changed, now + 59_999)
    await vi.waitFor(() => expect(changed).toHaveBeenCalledOnce())
    expect(fetched).toHaveBeenCalledOnce()
    answer(aStatus({ blocking: true }))
    refreshStatus(changed, now + 60_000)
    await vi.waitFor(() => expect(fetched).toHaveBeenCalledTimes(2))
    expect(changed).toHaveBeenCalledOnce()
    expect(systemStatus.get()?.maintenances).toHaveLength(1)
  })

  it('that cannot be read blocks nobody', async () => {
    const { isBlocked, refreshStatus, systemStatus } = await anew()
    const changed = vi.fn<() => void>()
    answer(aStatus({ blocking: true }))
    refreshStatus(changed, now)
    await vi.waitFor(() => expect(changed).toHaveBeenCalledOnce())
    fetched.mockImplementation(() => Promise.resolve(new Response('{}', { status: 500 })))
    refreshStatus(changed, now + 60_000)
    await vi.waitFor(() => expect(changed).toHaveBeenCalledTimes(2))
    expect(isBlocked(systemStatus.get())).toBe(false)
  })
})
