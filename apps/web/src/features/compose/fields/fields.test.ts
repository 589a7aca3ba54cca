import { describe, expect, it } from 'vitest'
import { aRequest, aSignerField } from '#web/testing/signature-request.ts'
import { withField, withoutSigner } from '../drafts/change-draft.ts'
import { copiedLayout, copiedToDocuments } from '../placements/copied-fields.ts'
import type { Draft, PlacedField } from '../drafts/draft.ts'
import { draftOf, fieldOf } from '../drafts/draft.ts'
import { noHistory, redone, remembered, undone } from '../drafts/draft-history.ts'
import { troublesOf } from '../placements/field-troubles.ts'

const place = { x: 100, y: 700, width: 180, height: 60 }
const a4 = { width: 595, height: 842 }

function aField(change: Partial<PlacedField> = {}): PlacedField {
  return { signerKey: 'anna', documentId: 'd1', page: 0, place, formField: null, ...change }
}

function aDraft(fields: readonly PlacedField[] = []): Draft {
  const signers = ['anna', 'ben'].map((key) => ({
    key,
    sid: key,
    name: key,
    email: `${key}@example.org`,
    mobile: '',
    language: null,
    isMe: false,
    role: null,
    group: null,
    turn: 'own' as const,
    signs: null,
  }))
  return { ...draftOf(aRequest(), ''), documentIds: ['d1', 'd2', 'd3'], signers, fields }
}

describe('undo', () => {
  it('goes back to where a field stood and forward again, a drag at once', () => {
    const start = aDraft([aField()])
    const half = withField(start, aField({ place: { ...place, x: 150 } }))
    const moved = withField(half, aField({ place: { ...place, x: 200 } }))
    let history = remembered(noHistory, start, half, 'drag 1')
    history = remembered(history, half, moved, 'drag 1')
    const back = undone(moved, history)
    expect(back && fieldOf(back.draft, 'anna', 'd1')).toEqual(aField())
    expect(undone(back?.draft ?? start, back?.history ?? history)).toBeNull()
    const again = back && redone(back.draft, back.history)
    expect(again?.draft.fields).toEqual(moved.fields)
  })

  it('brings a removed person back with the places', () => {
    const start = aDraft([aField(), aField({ signerKey: 'ben' })])
    const removed = withoutSigner(start, 'anna')
    const back = undone(removed, remembered(noHistory, start, removed, null))
    expect(back?.draft.signers.map(({ key, sid }) => [key, sid])).toEqual([
      ['anna', 'anna'],
      ['ben', 'ben'],
    ])
    expect(back?.draft.fields).toHaveLength(2)
  })

  it('leaves alone what changed since: names, other fields, documents that are gone', () => {
    const start = aDraft([aField()])
    const moved = withField(start, aField({ place: { ...place, x: 0 } }))
    const history = remembered(noHistory, start, moved, null)
    const later = {
      ...withField(moved, aField({ signerKey: 'ben' })),
      signers: moved.signers.map((signer) => ({ ...signer, name: 'New' })),
      title: 'Other',
    }
    const back = undone(later, history)?.draft
    expect(back).toMatchObject({ title: 'Other', signers: [{ name: 'New' }, { name: 'New' }] })
    expect(back?.fields).toHaveLength(2)
    expect(undone({ ...later, documentIds: ['d2'], fields: [] }, history)?.draft.fields).toEqual([])
  })

  it('remembers nothing of what is no change of fields or people', () => {
    const start = aDraft()
    expect(remembered(noHistory, start, { ...start, title: 'Other' }, null)).toBe(noHistory)
  })
})

describe('copying', () => {
  const documents = [
    { id: 'd1', pages: [a4, a4, a4] },
    { id: 'd2', pages: [a4] },
    { id: 'd3', pages: [a4, a4, a4, { width: 200, height: 300 }] },
  ]

  it('takes the same page of the other documents, the last for the last, within its size', () => {
    const first = copiedToDocuments(aDraft([aField({ page: 1 })]), aField({ page: 1 }), documents)
    expect(
      first.fields.map(({ documentId, ...field }) => [documentId, 'page' in field && field.page]),
    ).toEqual([
      ['d1', 1],
      ['d2', 0],
      ['d3', 1],
    ])
    const last = copiedToDocuments(aDraft(), aField({ page: 2 }), documents)
    expect(fieldOf(last, 'anna', 'd3')).toMatchObject({ page: 3, place: { x: 20, y: 240 } })
  })

  it("leaves a field of the PDF's own to who signs in it, and copies everybody's places", () => {
    const draft = {
      ...aDraft([aField(), aField({ signerKey: 'ben' })]),
    }
    const own = { signerKey: 'ben', documentId: 'd2', formField: 'Sig1' }
    const copied = copiedLayout({ ...draft, fields: [...draft.fields, own] }, 'd1', documents)
    expect(fieldOf(copied, 'ben', 'd2')).toEqual(own)
    expect(copied.fields).toHaveLength(6)
  })
})

describe('troubles', () => {
  const found = (draft: ReturnType<typeof aDraft>) =>
    troublesOf(draft, () => a4).map(({ kind, field, other }) => [kind, field.id, other?.id])

  it('tells of fields that lie over each other or off the page, and of nothing else', () => {
    const near = aField({ signerKey: 'ben', place: { ...place, x: 250 } })
    const beside = aField({ signerKey: 'carla', place: { ...place, x: 280, y: 760 } })
    const elsewhere = aField({ signerKey: 'ben', documentId: 'd2', place: { ...place, y: 800 } })
    expect(found(aDraft([aField(), near, beside, elsewhere]))).toEqual([
      ['overlap', 'field-anna-d1', 'field-ben-d1'],
      ['outside', 'field-ben-d2', undefined],
    ])
    expect(troublesOf(aDraft([elsewhere]), () => null)).toEqual([])
  })

  it('looks at each further place of a signature, and at signer fields', () => {
    const at = (x: number, y: number) => ({ page: '0', x, y, width: 100, height: 20 })
    const further = [at(590, 10), at(20, 10)]
    const town = aSignerField({ id: 'town', position: at(30, 20) })
    const draft = {
      ...aDraft([aField({ further })]),
      signerFields: [{ signerKey: 'ben', documentId: 'd1', field: town }],
    }
    expect(found(draft)).toEqual([
      ['outside', 'field-anna-d1-1', undefined],
      ['overlap', 'field-anna-d1-2', 'field-ben-town'],
    ])
  })
})
