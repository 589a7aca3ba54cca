import { describe, expect, it } from 'vitest'
import { aRequest, mayDo } from '#web/testing/signature-request.ts'
import { removalOf } from './removal.ts'

const viewer = { role: 'owner', status: 'COMPLETED' } as const

describe('taking a request from one’s list', () => {
  it('is what the service says, whoever else takes part', () => {
    const observers = [{ id: 'o', email: 'carla@example.com', is_viewer: false }]
    for (const deletion of ['withdrawn', 'left', 'deleted', null] as const)
      expect(removalOf(aRequest({ observers, viewer: { ...viewer, can: mayDo(), deletion } }))).toBe(deletion)
  })

  it('is what one may do right after a change', () => {
    const after = (can: Parameters<typeof mayDo>[0]) =>
      removalOf(aRequest({ viewer: { ...viewer, can: mayDo(can) } }))
    expect([after({ leave: true }), after({ delete: true }), after({ sign: true })]).toEqual([
      'left',
      'deleted',
      null,
    ])
  })
})
