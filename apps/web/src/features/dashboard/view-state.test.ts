import { describe, expect, it } from 'vitest'
import { defaultView, readView, writeView, type ViewState } from './view-state.ts'

const chosen: ViewState = {
  filters: ['TO_SIGN', 'ERROR'],
  dates: { from: '2026-01-01', to: '' },
  currentTimeMode: 'completed',
  sentByMe: true,
  sharedBy: 'api_prod_lindenhof-ag_3f9a27c1',
  sort: { by: 'title', direction: 'asc' },
  view: 'list',
  pageSize: 100,
}

describe('the view in its cookie', () => {
  it('comes back as it was', () => {
    expect(readView(writeView(chosen))).toEqual(chosen)
  })
  it.each([null, '', 'not json', 'null', '[]', '7'])('is the default where the cookie says %j', (cookie) => {
    expect(readView(cookie)).toEqual(defaultView)
  })
  it('keeps the parts that are right and forgets the wrong ones', () => {
    const kept = {
      ...chosen,
      pageSize: 1000,
      filters: ['TO_SIGN', 'DRAFT', '<b>'],
      dates: { from: '2026-13-45' },
    }
    expect(readView(JSON.stringify(kept))).toEqual({
      ...chosen,
      pageSize: 25,
      filters: ['TO_SIGN'],
      dates: { from: '', to: '' },
    })
  })
})
