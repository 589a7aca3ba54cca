import type { SignatureRequest } from '@countersign/contract/signature-request-shapes.ts'
import { describe, expect, it } from 'vitest'
import { aRequest, aSignature, aSignerField } from '#web/testing/signature-request.ts'
import {
  withChangedSigner,
  withDocuments,
  withField,
  withMovedSigner,
  withoutField,
  withoutSigner,
} from '../drafts/change-draft.ts'
import { copiedToDocuments } from '../placements/copied-fields.ts'
import { type Draft, draftOf, fieldOf, isPlaced } from '../drafts/draft.ts'
import { noHistory, redone, remembered, undone } from '../drafts/draft-history.ts'
import { createDraftSaver } from '../drafts/draft-saver.ts'
import { mergeDrafts } from '../drafts/merge-drafts.ts'
import { partId } from '../drafts/merge-parts.ts'
import { bodyOf } from '../drafts/save-draft.ts'

// What was set by API, by a template or in another tab, and what this page doesn't show, survives a save.

const first = { page: '0', x: 10, y: 20, width: 180, height: 60, rotation: 90 as const }
const second = { page: '1', x: 30, y: 40, width: 120, height: 40 }
const iban = aSignerField({ id: 'iban', required: true, max_length: 21, comb: true, value: 'CH93' })
const paid = aSignerField({
  id: 'paid',
  type: 'RADIO',
  pattern: null,
  position: null,
  options: [
    { value: 'yes', label: 'Yes', position: second },
    { value: 'no', label: 'No', position: { ...second, y: 90 } },
  ],
})
const given = aSignerField({ id: 'given', position: null, form_field: 'Tenant.name' })

const placed = (document_id: string, fields = [iban, paid]) => ({
  document_id,
  visual_signature: { positions: [first, second], form_field: null },
  fields,
})

function aSharedDraft(): SignatureRequest {
  const documents = ['lease', 'rules'].map((id) => ({
    ...{ id, version_id: id, name: `${id}.pdf` },
    ...{ page_count: 2, size: 1 },
  }))
  const identity = { first_name: 'Ben', last_name: 'Keller', mobile_number: null, language: 'en' as const }
  return aRequest({
    status_overall: 'DRAFT',
    documents,
    signatures: [
      aSignature({ sid: 'anna', document_signatures: [placed('lease'), placed('rules', [given])] }),
      aSignature({
        sid: 'ben',
        notify: false,
        signer_identity_data: { email_address: 'ben@example.com', ...identity },
        document_signatures: [
          { document_id: 'lease', visual_signature: null, fields: [aSignerField({ id: 'town' })] },
        ],
      }),
    ],
  })
}

const draft = draftOf(aSharedDraft(), '')
const sentOf = (of: Draft, sid: string) => bodyOf(of).signatures?.find((one) => one.sid === sid)
const idsOf = (of: Draft) => of.signerFields.map(({ field }) => field.id)
const withLabel = (of: Draft, id: string, label: string): Draft => ({
  ...of,
  signerFields: of.signerFields.map((one) =>
    one.field.id === id ? { ...one, field: { ...one.field, label } } : one,
  ),
})

describe('a save of what the page shows', () => {
  it('keeps every place and field of each signer and document, and who gets no emails', () => {
    expect(sentOf(draft, 'anna')?.document_signatures).toEqual([
      { document_id: 'lease', visual_signature: { positions: [first, second] }, fields: [iban, paid] },
      { document_id: 'rules', visual_signature: { positions: [first, second] }, fields: [given] },
    ])
    expect(sentOf(draft, 'anna')).not.toHaveProperty('notify')
    expect(sentOf(draft, 'ben')).toMatchObject({ notify: false })
  })

  it('doesn’t send what a signer has filled in', () => {
    const request = aSharedDraft()
    const filled = { ...iban, input: 'CH94' }
    const signature = aSignature({ sid: 'anna', document_signatures: [placed('lease', [filled])] })
    const sent = sentOf(draftOf({ ...request, signatures: [signature] }, ''), 'anna')
    expect(sent?.document_signatures?.[0]?.fields).toEqual([iban])
  })

  it('keeps them when a signer is renamed, gets another email or another turn', () => {
    const renamed = withChangedSigner(draft, 'anna', { name: 'Ann', email: 'ann@example.com' })
    const moved = withMovedSigner({ ...renamed, inOrder: true }, 0, 1)
    expect(sentOf(moved, 'anna')?.document_signatures).toEqual(sentOf(draft, 'anna')?.document_signatures)
  })

  it('keeps the further places when the first one is moved, and the next one takes its part when it is removed', () => {
    const field = fieldOf(draft, 'anna', 'lease')
    if (!field || !isPlaced(field)) throw new Error('It has a place')
    const moved = withField(draft, { ...field, place: { ...field.place, x: 99 } })
    expect(sentOf(moved, 'anna')?.document_signatures?.[0]?.visual_signature).toEqual({
      positions: [{ ...first, x: 99 }, second],
    })
    const removed = withoutField(draft, 'anna', 'lease')
    expect(sentOf(removed, 'anna')?.document_signatures?.[0]).toMatchObject({
      visual_signature: { position: second },
      fields: [iban, paid],
    })
    expect(fieldOf(withoutField(removed, 'anna', 'lease'), 'anna', 'lease')).toBeUndefined()
  })

  it('copies every place of a signature to another document', () => {
    const field = fieldOf(draft, 'anna', 'lease')
    if (!field || !isPlaced(field)) throw new Error('It has a place')
    const page = { width: 595, height: 842 }
    const documents = [
      { id: 'lease', pages: [page, page] },
      { id: 'rules', pages: [page, page, page] },
    ]
    expect(fieldOf(copiedToDocuments(draft, field, documents), 'anna', 'rules')).toMatchObject({
      page: 0,
      rotation: 90,
      further: [{ ...second, page: '2' }],
    })
  })
})

describe('fields go', () => {
  it('with their signer, who comes back with them', () => {
    const removed = withoutSigner(draft, 'anna')
    expect(idsOf(removed)).toEqual(['town'])
    const back = undone(removed, remembered(noHistory, draft, removed, null))
    expect(back && sentOf(back.draft, 'anna')?.document_signatures).toEqual(
      sentOf(draft, 'anna')?.document_signatures,
    )
    expect(back && idsOf(redone(back.draft, back.history)?.draft ?? draft)).toEqual(['town'])
  })

  it('with a document that a signer no longer signs', () => {
    expect(idsOf(withDocuments(draft, 'anna', ['rules']))).toEqual(['given', 'town'])
    expect(withDocuments(draft, 'anna', ['lease', 'rules']).signerFields).toBe(draft.signerFields)
  })

  it('with a document that is removed', () => {
    const request = aSharedDraft()
    const [, rules] = request.documents
    const signatures = request.signatures.map((one) => ({
      ...one,
      document_signatures: one.document_signatures.filter(({ document_id }) => document_id === 'rules'),
    }))
    const without = draftOf({ ...request, documents: rules ? [rules] : [], signatures }, '')
    expect(idsOf(mergeDrafts(draft, withLabel(draft, 'given', 'Name'), without).draft)).toEqual(['given'])
  })
})

describe('two tabs', () => {
  it('keep the fields that one of them added, changed or removed', () => {
    const mine = withLabel(draft, 'iban', 'Account')
    const added = aSignerField({ id: 'added', label: 'Rent' })
    const theirs: Draft = {
      ...draft,
      signerFields: [
        ...draft.signerFields.filter(({ field }) => field.id !== 'town'),
        { signerKey: 'ben', documentId: 'lease', field: added },
      ],
    }
    const { draft: merged, conflicts, taken } = mergeDrafts(draft, mine, theirs)
    expect(conflicts).toEqual([])
    expect(taken.map(partId)).toEqual(['signerField ben town', 'signerField ben added'])
    expect(idsOf(merged)).toEqual(['iban', 'paid', 'given', 'added'])
    expect(merged.signerFields[0]?.field.label).toBe('Account')
  })

  it('ask about a field that both changed', () => {
    const [mine, theirs] = [withLabel(draft, 'iban', 'Mine'), withLabel(draft, 'iban', 'Theirs')]
    const { draft: merged, conflicts } = mergeDrafts(draft, mine, theirs)
    expect(conflicts.map(partId)).toEqual(['signerField anna iban'])
    expect(merged.signerFields[0]?.field.label).toBe('Mine')
    const chosen = mergeDrafts(draft, mine, theirs, { 'signerField anna iban': 'theirs' })
    expect(chosen.draft.signerFields[0]?.field.label).toBe('Theirs')
  })

  it('ask where one removed a signer and the other changed a field of theirs', () => {
    const changed = withLabel(draft, 'town', 'Place')
    const removed = withoutSigner(draft, 'ben')
    expect(mergeDrafts(draft, changed, removed).conflicts.map(partId)).toEqual(['signer ben'])
    const kept = mergeDrafts(draft, removed, changed, { 'signer ben': 'theirs' }).draft
    expect(kept.signerFields.at(-1)).toMatchObject({ signerKey: 'ben', field: { label: 'Place' } })
  })

  it('keep a further place that the other one added', () => {
    const field = fieldOf(draft, 'anna', 'lease')
    if (!field || !isPlaced(field)) throw new Error('It has a place')
    const third = { ...second, y: 200 }
    const theirs = withField(draft, { ...field, further: [second, third] })
    const { draft: merged } = mergeDrafts(draft, withLabel(draft, 'iban', 'Account'), theirs)
    expect(sentOf(merged, 'anna')?.document_signatures?.[0]?.visual_signature).toEqual({
      positions: [first, second, third],
    })
  })
})

it('the autosave sends what another tab added with what is changed here', async () => {
  const opened = { ...aSharedDraft(), updated_at: '2026-11-27T09:00:00Z' }
  const plain = opened.signatures.map((one) => ({ ...one, document_signatures: [] }))
  const before = { ...opened, signatures: plain }
  const server = { ...opened, updated_at: '2026-11-27T09:01:00Z' }
  const sent: unknown[] = []
  const changed = { ...draftOf(before, ''), title: 'New lease' }
  const saver = createDraftSaver(before, changed, {
    read: (request) => draftOf(request, ''),
    async put({ updated_at, ...body }) {
      if (updated_at !== server.updated_at) throw new Error('changed')
      sent.push(body)
      return server
    },
    get: async () => server,
    isConflict: () => true,
    isPassing: () => false,
    later: () => () => {},
    ...{ onState: () => {}, onSaved: () => {}, onMerged: () => {}, onConflict: () => {} },
  })
  saver.change({ ...changed, message: 'Please' })
  expect(await saver.flush()).toBe(true)
  expect(sent).toMatchObject([
    {
      title: 'New lease',
      signatures: [
        {
          document_signatures: [placed('lease'), placed('rules', [given])].map(({ document_id, fields }) => ({
            document_id,
            fields,
            visual_signature: { positions: [first, second] },
          })),
        },
        {},
      ],
    },
  ])
})
