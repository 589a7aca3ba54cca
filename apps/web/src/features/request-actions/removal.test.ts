import { describe, expect, it } from 'vitest'
import { aRequest, aSignature, mayDo } from '#web/testing/signature-request.ts'
import { removalOf } from './removal.ts'

const owner = (can: Parameters<typeof mayDo>[0]) =>
  ({ role: 'owner', status: 'COMPLETED', can: mayDo(can) }) as const
const signer = (can: Parameters<typeof mayDo>[0]) =>
  ({ role: 'signer', status: 'COMPLETED', can: mayDo(can) }) as const

describe('taking a request from one’s list', () => {
  it('withdraws an open one of one’s own', () => {
    expect(removalOf(aRequest({ viewer: owner({ withdraw: true }) }))).toBe('withdraws')
  })

  it('deletes a draft, anyone who is in it', () => {
    const signatures = [aSignature({ is_viewer: false, has_account: true })]
    const viewer = owner({ delete: true })
    expect(removalOf(aRequest({ status_overall: 'DRAFT', signatures, viewer }))).toBe('deletes')
  })

  it('deletes one of one’s own that nobody else with an account has', () => {
    const viewer = owner({ delete: true })
    const alone = aRequest({
      status_overall: 'SIGNED',
      viewer,
      signatures: [aSignature({ is_viewer: false })],
    })
    expect(removalOf(alone)).toBe('deletes')
    const observers = [{ id: 'o', email: 'carla@example.com', is_viewer: false }]
    expect(removalOf({ ...alone, observers })).toBe('leaves')
  })

  it('leaves what others have', () => {
    const signatures = [aSignature(), aSignature({ sid: 's2', is_viewer: false, has_account: true })]
    const mine = aRequest({ status_overall: 'SIGNED', signatures, viewer: owner({ delete: true }) })
    expect(removalOf(mine)).toBe('leaves')
    expect(removalOf({ ...mine, viewer: signer({ leave: true }) })).toBe('leaves')
  })

  it('does nothing while one’s signature is asked for', () => {
    expect(removalOf(aRequest({ signatures: [aSignature()], viewer: signer({ sign: true }) }))).toBeNull()
  })
})
