import { describe, expect, it } from 'vitest'
import type { Maintenance, StatusSummary } from '@countersign/contract/system-status.ts'
import { noticeOf } from './maintenance-notice.ts'

const now = Date.parse('2026-03-01T12:00:00.000Z')

function aStatus(given: Partial<Maintenance>): StatusSummary {
  const maintenance = {
    id: '1',
    name: 'New database',
    startsAt: '2026-03-01T11:00:00.000Z',
    endsAt: '2026-03-01T13:00:00.000Z',
    inProgress: true,
    blocking: false,
    ...given,
  }
  return { indicator: 'none', description: '', url: null, maintenances: [maintenance] }
}

describe('a maintenance', () => {
  it('is told of while one can work, and a day ahead', () => {
    expect(noticeOf(aStatus({ name: 'Small one' }), now)?.name).toBe('Small one')
    expect(noticeOf(aStatus({ blocking: true }), now)).toBeNull()
    const announced = { inProgress: false, blocking: true }
    expect(noticeOf(aStatus({ ...announced, startsAt: '2026-03-02T11:00:00.000Z' }), now)).not.toBeNull()
    expect(noticeOf(aStatus({ ...announced, startsAt: '2026-03-03T11:00:00.000Z' }), now)).toBeNull()
  })
})
