import type { Event } from '@countersign/contract/signature-request-shapes.ts'
import { describe, expect, it } from 'vitest'
import { aRequest, aSignature, mayDo } from '#web/testing/signature-request.ts'
import { lastReminderAt, remindAgainAt, signersToRemind } from './reminders.ts'

const ben = aSignature({ sid: 'ben', is_viewer: false })
const viewer = { role: 'owner', status: 'WAITING', can: mayDo({ remind: true }) } as const

function reminded(seq: number, at: string, signatureIds: string[], email: string[]): Event {
  const actor = { kind: 'account', name: 'Me', email: null, address: null, user_agent: null } as const
  return { seq, type: 'reminded', at, actor, data: { signatureIds, email }, hash: '' }
}

describe('who can be reminded', () => {
  it('is anyone who’s turn it is, but not oneself and not who signs just now', () => {
    const signatures = [
      ben,
      aSignature({ sid: 'me' }),
      aSignature({ sid: 'later', is_viewer: false, status_code: 'WAITING' }),
      aSignature({ sid: 'done', is_viewer: false, status_code: 'SIGNED' }),
      aSignature({ sid: 'at it', is_viewer: false, signing: { status: 'OPEN', error: null } }),
    ]
    expect(signersToRemind(aRequest({ signatures, viewer })).map(({ sid }) => sid)).toEqual(['ben'])
  })

  it('is a group that one is in oneself, as long as there is someone else in it', () => {
    const member = { email: 'me@example.com', name: null, status: null, delivery: null }
    const group = (...viewers: boolean[]) =>
      aSignature({
        sid: 'group',
        signer_group: {
          ...{ id: 'g', name: 'Legal', version_id: 'v' },
          members: viewers.map((is_viewer) => ({ ...member, is_viewer })),
        },
      })
    const found = (signature: ReturnType<typeof group>) =>
      signersToRemind(aRequest({ signatures: [signature], viewer })).map(({ sid }) => sid)
    expect([found(group(true, false)), found(group(true))]).toEqual([['group'], []])
  })

  it('is nobody for those who may not remind', () => {
    expect(signersToRemind(aRequest({ signatures: [ben] }))).toEqual([])
  })
})

describe('a reminder', () => {
  it('may go out again from then on, and at once where there was none', () => {
    const now = new Date('2026-11-20T10:00:00Z')
    expect(remindAgainAt(ben, now)).toBeNull()
    expect(remindAgainAt({ ...ben, remind_again_at: '2026-11-20T09:59:59Z' }, now)).toBeNull()
    const later = remindAgainAt({ ...ben, remind_again_at: '2026-11-20T10:30:00Z' }, now)
    expect(later?.toISOString()).toBe('2026-11-20T10:30:00.000Z')
  })

  it('was last the newest that named this signer, by signature and email', () => {
    const events = [
      reminded(1, '2026-11-20T08:00:00Z', ['ben', 'carla'], ['anna@example.com', 'carla@example.com']),
      reminded(2, '2026-11-20T09:00:00Z', ['carla'], ['carla@example.com']),
      reminded(3, '2026-11-20T09:30:00Z', ['ben'], ['before@example.com']),
    ]
    expect(lastReminderAt(events, ben)).toBe('2026-11-20T08:00:00Z')
    expect(lastReminderAt(events, { ...ben, sid: 'dora' })).toBeNull()
  })
})
