import { afterEach, describe, expect, it } from 'vitest'
import { listSignatureRequests } from '@countersign/contract/signature-requests.ts'
import { listParameters } from './list-parameters.ts'
import { defaultView } from './view-state.ts'

const inbox = { tab: 'inbox', q: '', page: 1, view: defaultView } as const

const timeZone = process.env['TZ']
afterEach(() => {
  if (timeZone === undefined) delete process.env['TZ']
  else process.env['TZ'] = timeZone
})

describe('what the list asks for', () => {
  it('is everything but drafts in the inbox, and drafts alone in their tab', () => {
    expect(listParameters(inbox).status).toBe('TO_SIGN,WAITING,COMPLETED,CANCELLED,ERROR')
    const filtered = { ...defaultView, filters: ['WAITING'], sentByMe: true } as const
    expect(listParameters({ ...inbox, tab: 'drafts', view: filtered })).toEqual({
      page: '1',
      size: '25',
      sort: 'desc',
      sort_by: 'updated_at',
      status: 'DRAFT',
    })
  })
  it('is everything that matches in the search', () => {
    const asked = listParameters({ ...inbox, tab: 'search', q: ' rental ' })
    expect(asked).toMatchObject({ search: 'rental' })
    expect(asked).not.toHaveProperty('status')
  })
  it('holds the filters, and which time is meant only with a date', () => {
    const view = { ...defaultView, filters: ['ERROR'], sentByMe: true } as const
    expect(listParameters({ ...inbox, view })).toMatchObject({ status: 'ERROR', send_by: 'me' })
    expect(listParameters({ ...inbox, view })).not.toHaveProperty('date_time_mode')
    const dated = { ...view, dates: { from: '2026-01-01', to: '' }, currentTimeMode: 'expires' } as const
    expect(listParameters({ ...inbox, view: dated })).toMatchObject({
      date_from: new Date(2026, 0, 1).toISOString(),
      date_time_mode: 'expires',
    })
  })
  it('means the days where the reader is, of 24 hours or of 23', () => {
    process.env['TZ'] = 'Europe/Zurich'
    const dated = (from: string, to: string) =>
      listParameters({ ...inbox, view: { ...defaultView, dates: { from, to } } })
    expect(dated('2026-07-01', '2026-07-01')).toMatchObject({
      date_from: '2026-06-30T22:00:00.000Z',
      date_to: '2026-07-01T21:59:59.999Z',
    })
    expect(dated('', '2026-03-29')).toMatchObject({ date_to: '2026-03-29T21:59:59.999Z' })
    // A year that is still being typed.
    expect(dated('0202-07-01', '9999-12-31')).not.toHaveProperty('date_time_mode')
  })
  it('is what the contract takes', () => {
    const view = { ...defaultView, dates: { from: '2026-01-01', to: '2026-02-01' }, sentByMe: true }
    const asked = listParameters({ tab: 'search', q: 'x'.repeat(300), page: 3, view })
    expect(listSignatureRequests.query.safeParse(asked).success).toBe(true)
  })
})
