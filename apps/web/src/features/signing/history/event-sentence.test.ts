import { correctionsIn } from '@countersign/contract/corrections.ts'
import { eventTypes } from '@countersign/contract/event-types.ts'
import type { Event } from '@countersign/contract/signature-request-shapes.ts'
import { setupI18n } from '@lingui/core'
import { describe, expect, it } from 'vitest'
import { documentNames, messageIn } from './event-facts.ts'
import { eventSentence } from './event-sentence.ts'
import { eventsOf } from './history-groups.ts'

const i18n = setupI18n({ locale: 'en', messages: { en: {} } })

const someone = { kind: 'account', name: 'Anna', email: null, address: null, user_agent: null } as const

function sentence(type: string, data: Event['data'] = {}, name: string | null = 'Anna Muster'): string {
  const kind = name ? 'account' : 'system'
  const actor = { kind, name, email: null, address: null, user_agent: null } as const
  return i18n._(eventSentence({ seq: 1, type, at: '2026-11-20T09:31:00Z', actor, data, hash: '' }))
}

describe('the sentence of an event', () => {
  it.each([
    ['created', {}, 'Anna Muster created the signature request'],
    ['created', { copyOf: 'r1' }, 'Anna Muster created the signature request from an earlier one'],
    ['mail_failed', { email: 'ben@example.com' }, 'An email to ben@example.com could not be delivered'],
    ['document_added', { name: 'Lease.pdf' }, 'Anna Muster added the document “Lease.pdf”'],
    ['document_removed', { document: { name: 'Lease.pdf' } }, 'Anna Muster removed the document “Lease.pdf”'],
    ['signer_added', { email: 'ben@example.com' }, 'Anna Muster added ben@example.com as a signer'],
    [
      'signer_removed',
      { signer: { email: 'ben@example.com' } },
      'Anna Muster removed the signer ben@example.com',
    ],
    [
      'signer_removed',
      { email: 'ben@example.com', name: 'Ben Keller' },
      'Anna Muster removed the signer Ben Keller <ben@example.com>',
    ],
    ['signer_group_added', { signerGroupName: 'Legal' }, 'Anna Muster added the group “Legal”'],
    ['signer_group_removed', { signerGroupName: 'Legal' }, 'Anna Muster removed the group “Legal”'],
    ['signed', { signerGroupName: 'Legal' }, 'Anna Muster signed for “Legal”'],
    ['declined', { signerGroupName: 'Legal' }, 'Anna Muster declined to sign for “Legal”'],
    ['changed', {}, 'Anna Muster changed the signature request'],
    ['initiated', {}, 'Anna Muster sent the signature request'],
    ['invitation_sent', { email: 'ben@example.com' }, 'An invitation was sent to ben@example.com'],
    [
      'invitation_failed',
      { email: 'ben@example.com' },
      'The invitation to ben@example.com could not be delivered',
    ],
    ['opened', {}, 'Anna Muster viewed the documents'],
    ['signing_started', {}, 'Anna Muster started signing'],
    [
      'signing_changed',
      { name: 'Anna Muster', reason: 'Approved' },
      'Anna Muster changed the name, reason or appearance before signing',
    ],
    ['code_sent', { destination: '+41 ** *** ** 67' }, 'A code was sent to +41 ** *** ** 67'],
    ['code_refused', {}, 'Anna Muster entered an incorrect code'],
    ['approval_given', {}, 'Anna Muster confirmed the signature'],
    ['approval_given', { method: 'password' }, 'Anna Muster confirmed the signature with their password'],
    ['approval_given', { method: 'sso' }, 'Anna Muster confirmed the signature with company sign-in'],
    ['reauthentication_failed', {}, 'Re-authentication by Anna Muster failed'],
    ['reauthentication_failed', { method: 'password' }, 'Anna Muster entered an incorrect password'],
    [
      'reauthentication_failed',
      { method: 'sso' },
      'Company sign-in of another person instead of Anna Muster',
    ],
    ['reauthentication_locked', {}, 'Signing by Anna Muster stopped: re-authentication failed'],
    ['signed', {}, 'Anna Muster signed'],
    ['signing_failed', {}, 'Anna Muster couldn’t sign'],
    ['signing_failed', { error: 'cancelled' }, 'Anna Muster cancelled signing'],
    ['completed', {}, 'Everyone has signed'],
    ['declined', {}, 'Anna Muster declined to sign'],
    [
      'delegated',
      { from: 'Anna Muster', to: 'Ben Ott <ben@example.com>' },
      'Anna Muster delegated to Ben Ott <ben@example.com>',
    ],
    [
      'reminded',
      { email: ['ben@example.com', 'carla@example.com'] },
      'Anna Muster reminded ben@example.com, carla@example.com',
    ],
    ['left', {}, 'Anna Muster left the signature request'],
    ['observer_added', { email: 'dora@example.com' }, 'Anna Muster added dora@example.com as an observer'],
    ['observer_removed', { email: 'dora@example.com' }, 'Anna Muster removed the observer dora@example.com'],
    ['attachment_added', { filename: 'Plan.png' }, 'Anna Muster added the attachment “Plan.png”'],
    ['attachment_removed', { name: 'Plan.png' }, 'Anna Muster removed the attachment “Plan.png”'],
    ['withdrawn', {}, 'Anna Muster withdrew the signature request'],
    [
      'withdrawn',
      { cause: 'business_deleted' },
      'The signature request was withdrawn because the sender’s business was deleted',
    ],
    ['expired', {}, 'The signature request expired'],
    ['downloaded', {}, 'Anna Muster downloaded the documents'],
    ['protocol_made', {}, 'Audit trail created'],
    ['archive_renewed', {}, 'Archive timestamp renewed'],
  ] as const)('%s', (type, data, expected) => {
    expect(sentence(type, data)).toBe(expected)
  })

  it('is whole when the data says nothing', () => {
    expect(sentence('invitation_sent', {}, null)).toBe('An invitation was sent')
    expect(sentence('document_added')).toBe('Anna Muster added a document')
    expect(sentence('signer_removed')).toBe('Anna Muster removed a signer')
    expect(sentence('reminded')).toBe('Anna Muster reminded the signers')
    expect(sentence('delegated')).toBe('Anna Muster delegated the signature')
  })

  it('finds the name of a document that the event tells the id of', () => {
    const actor = { kind: 'account', name: 'Anna', email: null, address: null, user_agent: null } as const
    const at = '2026-11-20T09:31:00Z'
    const added = {
      seq: 1,
      type: 'document_added',
      at,
      actor,
      data: { documentId: 'd1', name: 'Old.pdf' },
      hash: '',
    }
    const removed = { ...added, seq: 2, type: 'document_removed', data: { documentId: 'd1' } }
    const loaded = { ...added, seq: 3, type: 'downloaded', data: { documentId: 'v2' } }
    const names = documentNames([{ id: 'd2', version_id: 'v2', name: 'Lease.pdf' }], [added, removed])
    expect(i18n._(eventSentence(removed, names))).toBe('Anna removed the document “Old.pdf”')
    expect(i18n._(eventSentence(loaded, names))).toBe('Anna downloaded “Lease.pdf”')
  })

  it('names the service where nobody acted', () => {
    expect(sentence('changed', {}, null)).toBe('Countersign changed the signature request')
  })

  it('is there for every kind of event the service writes, and each is in one group', () => {
    for (const type of eventTypes) {
      expect(sentence(type)).not.toContain('has no words')
      expect(sentence(type)).not.toContain('_')
      const event = { seq: 1, type, at: '', actor: someone, data: {}, hash: '' }
      const groups = (['signing', 'people', 'changes', 'mails'] as const).filter(
        (group) => eventsOf([event], group).length > 0,
      )
      expect([type, groups.length]).toEqual([type, 1])
    }
  })

  it('never shows a code, also of a kind that a newer service writes', () => {
    expect(sentence('something_new')).toBe('Action by Anna Muster (no description)')
    expect(sentence('toString')).toBe('Action by Anna Muster (no description)')
  })

  it('has what a correction changed, before and after, of the request and of each signer', () => {
    const data = {
      fields: ['title', 'documents', 'signers'],
      changes: { title: { before: 'Lease', after: 'Lease of the flat' } },
      signers: [
        {
          email: 'ben@example.com',
          fields: ['firstName', 'documents'],
          changes: { firstName: { before: null, after: 'Ben' } },
        },
      ],
    }
    const found = correctionsIn({ type: 'changed', data })
    expect(found.map(({ name, signer, before, after }) => [name, signer, before, after])).toEqual([
      ['title', null, 'Lease', 'Lease of the flat'],
      ['documents', null, undefined, undefined],
      ['firstName', 'ben@example.com', null, 'Ben'],
      ['documents', 'ben@example.com', undefined, undefined],
    ])
  })

  it('has of each corrected field what it was and what it is', () => {
    const place = { page: 0, x: 10, y: 20, width: 100, height: 20, rotation: 0 }
    const changes = {
      value: { before: { commitment: 'aa', value: '1500' }, after: { commitment: 'bb' } },
      place: { before: place, after: { ...place, y: 40 } },
    }
    const documents = [
      {
        documentId: 'd1',
        kind: 'changed',
        changes: { places: { before: null, after: [place] } },
        fields: [{ id: 'f1', label: 'Rent', kind: 'removed', changes }],
      },
    ]
    const data = {
      fields: ['signers'],
      signers: [{ email: 'ben@example.com', fields: ['documents'], documents }],
    }
    const found = correctionsIn({ type: 'changed', data })
    expect(found).toMatchObject([
      {
        name: 'places',
        signer: 'ben@example.com',
        documentId: 'd1',
        label: null,
        before: null,
        after: [place],
      },
      {
        name: 'value',
        label: 'Rent',
        kind: 'removed',
        before: { value: '1500' },
        after: { commitment: 'bb' },
      },
      { name: 'place', label: 'Rent', before: place, after: { y: 40 } },
    ])
  })

  it('has the message that was given with it, of the acts that take one', () => {
    const actor = { kind: 'account', name: 'Anna', email: null, address: null, user_agent: null } as const
    const declined = { seq: 1, type: 'declined', at: '', actor, data: { message: 'Too dear' }, hash: '' }
    expect(messageIn(declined)).toBe('Too dear')
    expect(messageIn({ ...declined, data: {} })).toBeNull()
    expect(messageIn({ ...declined, type: 'changed' })).toBeNull()
  })
})
