import { describe, expect, it } from 'vitest'
import { doneSteps } from './done-steps.ts'
import type { Draft, DraftSigner } from './drafts/draft.ts'
import { newSigner } from './people/new-signer.ts'

const now = new Date('2026-11-27T12:00:00Z')
const anna = newSigner({ name: 'Anna Keller', email: 'anna@example.org' }, 'en')

function draftWith(signers: readonly DraftSigner[], placed: readonly string[]): Draft {
  return {
    title: 'Lease',
    message: '',
    quality: 'SES',
    legislation: null,
    expiresAt: null,
    expiresOn: '',
    mailFiles: { signed_document: null, signature_protocol: null },
    inOrder: false,
    documentIds: ['lease', 'rules'],
    signers,
    signerFields: [],
    fields: placed.map((documentId) => ({ signerKey: anna.key, documentId, formField: 'Tenant' })),
  }
}

describe('sections that are complete', () => {
  it('all are, once everyone has a field on each document they sign', () => {
    expect([...doneSteps(draftWith([anna], ['lease', 'rules']), now, false)]).toEqual([
      'documents',
      'people',
      'fields',
      'send',
    ])
    const lease = newSigner({ name: 'Ben Ott', email: 'ben@example.org', signs: ['lease'] }, 'en')
    const draft = draftWith([anna, lease], ['lease', 'rules'])
    const his = { signerKey: lease.key, documentId: 'lease', formField: 'Landlord' }
    expect(doneSteps(draft, now, false)).not.toContain('fields')
    expect(doneSteps({ ...draft, fields: [...draft.fields, his] }, now, false)).toContain('fields')
  })

  it('fields are not while one is missing, or while there is nobody to place', () => {
    expect(doneSteps(draftWith([anna], ['lease']), now, false)).not.toContain('fields')
    expect([...doneSteps(draftWith([], []), now, false)]).toEqual(['documents', 'send'])
  })

  it('a section with a problem is not', () => {
    const luc = newSigner({ name: 'Luc', email: 'luc@' }, 'en')
    const draft = { ...draftWith([luc], []), title: ' ' }
    expect([...doneSteps(draft, now, false)]).toEqual(['documents'])
    expect(doneSteps(draft, now, true)).not.toContain('documents')
  })
})
