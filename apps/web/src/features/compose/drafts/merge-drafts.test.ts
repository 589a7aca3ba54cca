import { describe, expect, it } from 'vitest'
import { aRequest, aSignerField } from '#web/testing/signature-request.ts'
import {
  withChangedSigner,
  withField,
  withMovedDocument,
  withMovedSigner,
  withoutField,
  withoutSigner,
  withSigner,
} from './change-draft.ts'
import type { Draft, DraftSigner, PlacedField } from './draft.ts'
import { draftOf, fieldOf } from './draft.ts'
import { mergeDrafts } from './merge-drafts.ts'
import { partId } from './merge-parts.ts'

const place = { x: 100, y: 700, width: 180, height: 60 }
const field = (signerKey: string, x = 100, documentId = 'd1'): PlacedField => ({
  signerKey,
  documentId,
  page: 0,
  place: { ...place, x },
  formField: null,
})

function person(key: string, sid: string | null = key): DraftSigner {
  return {
    key,
    sid,
    name: key,
    email: `${key}@example.org`,
    mobile: '',
    language: 'en',
    isMe: false,
    role: null,
    group: null,
    turn: 'own',
    signs: null,
  }
}

const base: Draft = {
  ...draftOf(aRequest(), ''),
  documentIds: ['d1', 'd2'],
  signers: [person('anna'), person('ben'), person('carla')],
  fields: [field('anna'), field('ben')],
}
const names = ({ signers }: Draft) => signers.map(({ name }) => name)

describe('what the changes of two do not share', () => {
  it('is put together without a question', () => {
    const mine = withField({ ...base, title: 'Mine' }, field('anna', 10))
    const theirs = withChangedSigner(withField({ ...base, message: 'Theirs' }, field('ben', 20)), 'carla', {
      name: 'C',
    })
    const { draft, conflicts, taken } = mergeDrafts(base, mine, theirs)
    expect(conflicts).toEqual([])
    expect(draft).toMatchObject({ title: 'Mine', message: 'Theirs' })
    expect(names(draft)).toEqual(['anna', 'ben', 'C'])
    expect([fieldOf(draft, 'anna', 'd1'), fieldOf(draft, 'ben', 'd1')]).toEqual([
      field('anna', 10),
      field('ben', 20),
    ])
    expect(taken.map(partId).sort()).toEqual(['field ben d1', 'message', 'signer carla'])
  })

  it('brings along what goes with it: the instant of an expiry, the parts of a name, and who gets no emails', () => {
    const nameParts = { first_name: 'Carla von', last_name: 'Rossi' }
    const changed = { name: 'Carla von Rossi', nameParts, notify: false } as const
    const expiry = { expiresOn: '2027-01-31', expiresAt: '2027-01-31T11:00:00.000Z' }
    const theirs = { ...withChangedSigner(base, 'carla', changed), ...expiry }
    const { draft } = mergeDrafts(base, { ...base, title: 'Mine' }, theirs)
    expect(draft).toMatchObject({ title: 'Mine', ...expiry })
    expect(draft.signers[2]).toMatchObject(changed)
    const mine = mergeDrafts(base, theirs, { ...base, title: 'Theirs' })
    expect(mine.draft).toMatchObject({ title: 'Theirs', ...expiry })
    expect(mine.draft.signers[2]).toMatchObject(changed)
  })

  it('leaves a field turned as it is, and in all of its places', () => {
    const further = [{ page: '1', x: 1, y: 2, width: 3, height: 4 }]
    const turned = { ...field('ben'), rotation: 90 as const, further }
    const fields = [field('anna'), turned]
    const mine = { ...base, title: 'Mine' }
    expect(fieldOf(mergeDrafts(base, mine, { ...base, fields }).draft, 'ben', 'd1')).toEqual(turned)
    const both = mergeDrafts({ ...base, fields }, { ...mine, fields }, { ...base, fields, message: 'Theirs' })
    expect(fieldOf(both.draft, 'ben', 'd1')).toEqual(turned)
  })

  it('is nothing when both say the same, spaces aside', () => {
    const mine = { ...base, title: ' The  lease' }
    expect(mergeDrafts(base, mine, { ...base, title: 'The lease' })).toMatchObject({
      conflicts: [],
      taken: [],
    })
    expect(mergeDrafts(base, base, base).draft).toEqual(base)
    const { x, y, width, height } = place
    const spelled = {
      page: 0,
      formField: null,
      place: { height, width, y, x },
      documentId: 'd1',
      signerKey: 'anna',
    }
    const same = { ...base, fields: [spelled, field('ben')] }
    expect(mergeDrafts(base, same, { ...base, fields: [field('ben')] }).draft.fields).toEqual([field('ben')])
  })

  it('has the people both added, and nobody one removed', () => {
    const mine = withoutSigner(withSigner(base, person('new-1', null)), 'ben')
    const theirs = withSigner(base, person('dino'))
    const { draft, conflicts } = mergeDrafts(base, mine, theirs)
    expect(conflicts).toEqual([])
    expect(names(draft)).toEqual(['anna', 'carla', 'new-1', 'dino'])
    expect(draft.fields).toEqual([field('anna')])
    const gone = mergeDrafts(base, base, withoutSigner(base, 'ben'))
    expect(names(gone.draft)).toEqual(['anna', 'carla'])
    expect(gone.taken.map(partId)).toEqual(['signer ben'])
  })

  it('keeps the key a person has on this page when the service knows another', () => {
    const own = { ...person('anna'), key: 'new-7' }
    const mine = { ...base, signers: [own, ...base.signers.slice(1)], fields: [field('new-7')] }
    const { draft } = mergeDrafts(base, mine, withField(base, field('anna', 50)))
    expect(fieldOf(draft, 'new-7', 'd1')).toEqual(field('new-7', 50))
  })

  it('takes an order from the one who changed it, with the new ones of the other', () => {
    const mine = withSigner(base, person('new-1', null))
    const theirs = { ...withMovedSigner(base, 2, 0), inOrder: true }
    const { draft, conflicts } = mergeDrafts(base, mine, theirs)
    expect(conflicts).toEqual([])
    expect(draft.inOrder).toBe(true)
    expect(names(draft)).toEqual(['carla', 'anna', 'ben', 'new-1'])
  })

  it('takes new and removed documents over, with their places, and the order of the one who changed it', () => {
    const signerFields = [{ signerKey: 'carla', documentId: 'd2', field: aSignerField({ id: 'city' }) }]
    const mine = withMovedDocument({ ...withField(base, field('carla', 5, 'd2')), signerFields }, 1, 0)
    const { draft } = mergeDrafts(base, mine, { ...base, documentIds: ['d1', 'd2', 'd3'] })
    expect(draft.documentIds).toEqual(['d2', 'd1', 'd3'])
    const without = mergeDrafts(base, mine, { ...base, documentIds: ['d1'] })
    expect(without.draft.documentIds).toEqual(['d1'])
    expect(fieldOf(without.draft, 'carla', 'd2')).toBeUndefined()
    expect(without.draft.signerFields).toEqual([])
  })
})

it('the merge of a document that was removed removes its fields with it, which are nobody’s change of their own', () => {
  const signerFields = [{ signerKey: 'ben', documentId: 'd2', field: aSignerField({ id: 'city' }) }]
  const before = { ...withField(base, field('carla', 5, 'd2')), signerFields }
  const without = { ...base, documentIds: ['d1'], signerFields: [] }
  const { draft, conflicts, taken } = mergeDrafts(before, before, without)
  expect([draft.fields, draft.signerFields, conflicts, taken]).toEqual([base.fields, [], [], []])
  // Nor is there anything to choose where they were changed meanwhile.
  const moved = withField(before, field('carla', 90, 'd2'))
  expect(mergeDrafts(before, moved, without)).toMatchObject({ conflicts: [], taken: [] })
})

it('the merge of a document that was removed leaves those who signed it the others', () => {
  const signing = (...signs: string[]) => withChangedSigner(base, 'ben', { signs })
  const without = { ...signing('d1'), documentIds: ['d1'] }
  const { draft, conflicts, taken } = mergeDrafts(signing('d1', 'd2'), signing('d2'), without)
  expect([draft.signers[1]?.signs, conflicts, taken]).toEqual([[], [], []])
  expect(mergeDrafts(signing('d1', 'd2'), signing('d1', 'd2'), without)).toMatchObject({ taken: [] })
})

it('the merge of a person removed on one side and a document on the other asks nothing', () => {
  const withoutD2 = { ...base, documentIds: ['d1'] }
  const placed = withField(base, field('carla', 90, 'd2'))
  const withoutCarla = withoutSigner(placed, 'carla')
  for (const [mine, theirs] of [
    [withoutCarla, withoutD2],
    [withoutD2, withoutCarla],
  ] as const) {
    const { draft, conflicts } = mergeDrafts(placed, mine, theirs)
    expect([names(draft), draft.documentIds, conflicts]).toEqual([['anna', 'ben'], ['d1'], []])
  }
})

it('the merge turns emails to a signer on again where they were switched on elsewhere', () => {
  const off = withChangedSigner(base, 'ben', { notify: false })
  const { draft, conflicts } = mergeDrafts(off, { ...off, title: 'Mine' }, base)
  expect([draft.title, draft.signers[1], conflicts]).toEqual(['Mine', person('ben'), []])
  expect(mergeDrafts(off, base, { ...off, title: 'Theirs' }).draft.signers[1]).toEqual(person('ben'))
})

it('the merge takes someone both added for one person, and the same person twice for two', () => {
  const twice = withSigner(withSigner(base, person('new-1', null)), {
    ...person('new-2', null),
    email: 'new-1@example.org',
  })
  const theirs = withSigner(base, { ...person('x'), email: 'new-1@example.org', name: 'new-1' })
  const { draft } = mergeDrafts(base, twice, theirs)
  expect(draft.signers.map(({ key, sid }) => [key, sid]).slice(3)).toEqual([
    ['new-1', 'x'],
    ['new-2', null],
  ])
})

it('the merge takes two groups for two, though neither has an email', () => {
  const group = (id: string, sid: string | null) => ({
    ...person(id, sid),
    email: '',
    group: { id, memberCount: 2 },
  })
  const { draft } = mergeDrafts(
    base,
    withSigner(base, group('board', null)),
    withSigner(base, group('legal', 'x')),
  )
  expect(names(draft).slice(3)).toEqual(['board', 'legal'])
})

describe('what both changed', () => {
  const mine = withField({ ...base, title: 'Mine', message: 'Mine' }, field('anna', 10))
  const theirs = withoutField({ ...base, title: 'Theirs', message: 'Theirs' }, 'anna', 'd1')

  it('stays as it is here, and is named, until one chooses', () => {
    const { draft, conflicts } = mergeDrafts(base, mine, theirs)
    expect(conflicts.map(partId).sort()).toEqual(['field anna d1', 'message', 'title'])
    expect(draft).toMatchObject({ title: 'Mine', message: 'Mine' })
  })

  it('is chosen part by part', () => {
    const { draft } = mergeDrafts(base, mine, theirs, { title: 'theirs', 'field anna d1': 'theirs' })
    expect(draft).toMatchObject({ title: 'Theirs', message: 'Mine' })
    expect(fieldOf(draft, 'anna', 'd1')).toBeUndefined()
  })

  it('is a person too whom one removed and the other placed again', () => {
    const moved = withField(base, field('ben', 300))
    const removed = withoutSigner(base, 'ben')
    const here = mergeDrafts(base, moved, removed)
    expect(here.conflicts.map(partId)).toEqual(['signer ben'])
    expect(names(here.draft)).toContain('ben')
    expect(fieldOf(here.draft, 'ben', 'd1')).toEqual(field('ben', 300))
    expect(names(mergeDrafts(base, moved, removed, { 'signer ben': 'theirs' }).draft)).toEqual([
      'anna',
      'carla',
    ])
    const there = mergeDrafts(base, removed, moved, { 'signer ben': 'theirs' })
    expect(names(there.draft)).toContain('ben')
    expect(fieldOf(there.draft, 'ben', 'd1')).toEqual(field('ben', 300))
    expect(names(mergeDrafts(base, removed, moved).draft)).toEqual(['anna', 'carla'])
  })
})
