import { describe, expect, it } from 'vitest'
import { aRequest, mayDo } from '#web/testing/signature-request.ts'
import { removalOf } from './removal.ts'

const viewer = { role: 'owner', status: 'COMPLETED' } as const

describe('removing a request from the list', () => {
  it('means what the service says, no matter who else takes part', () => {
    const observers = [{ id: 'o', email: 'carla@example.com', is_viewer: false }]
    for (const deletion of ['withdrawn', 'left', 'deleted', null] as const)
      expect(removalOf(aRequest({ observers, viewer: { ...viewer, can: mayDo(), deletion } }))).toBe(deletion)
  })

  it('means what the viewer may do where the service hasn’t said', () => {
    const after = (can: Parameters<typeof mayDo>[0]) =>
      removalOf(aRequest({ viewer: { ...viewer, can: mayDo(can) } }))
    expect([after({ leave: true }), after({ delete: true }), after({ sign: true })]).toEqual([
      'left',
      'deleted',
      null,
    ])
  })
})
