import type { SignatureRequest } from '@countersign/contract/signature-request-shapes.ts'
import { describe, expect, it } from 'vitest'
import { aRequest as anyRequest, aSignature as anySignature } from '#web/testing/signature-request.ts'
import {
  movedTo,
  withField,
  withMovedSigner,
  withoutField,
  withoutSigner,
  withSigner,
  withSignerOf,
} from './change-draft.ts'
import { undecidedSigners, withoutFields } from '../fields/missing-fields.ts'
import { leavesOut, problemOf, problemsOf } from './check-draft.ts'
import type { Draft } from './draft.ts'
import { isEmail } from '#web/lib/forms/email-rule.ts'
import { draftOf, fieldOf, turnsOf, withSids } from './draft.ts'
import { bodyOf, unsavedPeople, splitName, withKnownSids } from './save-draft.ts'

const anna = '5b0a9f6e-0f0c-4d7e-8b5a-000000000001'
const ben = '5b0a9f6e-0f0c-4d7e-8b5a-000000000002'
const lease = '5b0a9f6e-0f0c-4d7e-8b5a-00000000000d'

function aSignature(sid: string, email: string, sequence = -1) {
  const name = { first_name: 'Anna Maria', last_name: 'Muster' }
  return anySignature({
    sid,
    sequence,
    signer_identity_data: { email_address: email, ...name, mobile_number: null, language: 'de' },
    language: 'de',
    status_code: 'DRAFT',
    is_viewer: false,
  })
}

function aRequest(change: Partial<SignatureRequest> = {}): SignatureRequest {
  return anyRequest({
    id: '5b0a9f6e-0f0c-4d7e-8b5a-0000000000ff',
    message: 'Please sign',
    status_overall: 'DRAFT',
    documents: [{ id: lease, name: 'Lease.pdf', version_id: lease, page_count: 2, size: 10 }],
    ...change,
  })
}

const nobody = { email_address: '', first_name: null, last_name: null, mobile_number: null, language: null }
const place = { x: 10, y: 20, width: 180, height: 60 }

function aDraft(change: Partial<Draft> = {}): Draft {
  return { ...draftOf(aRequest(), 'me@example.com'), ...change }
}

const someone = {
  key: 'k1',
  sid: null,
  name: 'Ben Keller',
  email: 'ben@example.com',
  mobile: '',
  language: null,
  isMe: false,
  role: null,
  group: null,
  turn: 'own' as const,
  signs: null,
}

describe('a draft from the server', () => {
  it('has the signers in their order, with names and places', () => {
    const position = { page: '1', ...place }
    const first = {
      ...aSignature(anna, 'anna@example.com', 0),
      document_signatures: [
        { document_id: lease, visual_signature: { positions: [position], form_field: null }, fields: [] },
      ],
    }
    const draft = draftOf(
      aRequest({ signatures: [aSignature(ben, 'ME@example.com', 1), first] }),
      'me@example.com',
    )
    expect(draft.inOrder).toBe(true)
    expect(draft.signers.map((signer) => [signer.sid, signer.name, signer.isMe])).toEqual([
      [anna, 'Anna Maria Muster', false],
      [ben, 'Anna Maria Muster', true],
    ])
    expect(fieldOf(draft, anna, lease)).toEqual({
      signerKey: anna,
      documentId: lease,
      page: 1,
      place,
      formField: null,
    })
  })

  it('gives back what it came from', () => {
    const request = aRequest({ signatures: [aSignature(anna, 'anna@example.com')] })
    expect(bodyOf(draftOf(request, ''))).toMatchObject({
      title: 'Lease',
      message: 'Please sign',
      signatures: [
        {
          sid: anna,
          sequence: -1,
          signer_identity_data: {
            email_address: 'anna@example.com',
            first_name: 'Anna Maria',
            last_name: 'Muster',
            language: 'de',
          },
          document_signatures: [{ document_id: lease, visual_signature: null }],
        },
      ],
    })
  })
})

describe('changing', () => {
  it('has one field for a signer on a document, which a second placing moves', () => {
    const once = withField(withSigner(aDraft(), someone), {
      signerKey: 'k1',
      documentId: lease,
      page: 0,
      place,
      formField: null,
    })
    const twice = withField(once, { signerKey: 'k1', documentId: lease, page: 1, place, formField: null })
    expect(twice.fields).toHaveLength(1)
    expect(fieldOf(twice, 'k1', lease)).toMatchObject({ page: 1 })
    expect(withoutField(twice, 'k1', lease).fields).toEqual([])
    expect(withoutSigner(twice, 'k1')).toMatchObject({ signers: [], fields: [] })
  })

  it('brings a removed signer back to their row with their fields, and keeps what was done since', () => {
    const second = { ...someone, key: 'k2', email: 'carla@example.com' }
    const third = { ...someone, key: 'k3', email: 'dora@example.com' }
    const field = { documentId: lease, page: 0, place, formField: null }
    const before = withField(aDraft({ signers: [someone, second, third] }), { ...field, signerKey: 'k2' })
    const since = { ...withoutSigner(before, 'k2'), title: 'Lease 2027' }
    const restored = withSignerOf(before, 'k2', since)
    expect(restored.title).toBe('Lease 2027')
    expect(restored.signers.map(({ key }) => key)).toEqual(['k1', 'k2', 'k3'])
    expect(fieldOf(restored, 'k2', lease)).toMatchObject({ page: 0 })
    expect(withSignerOf(before, 'k2', restored)).toBe(restored)
    expect(withSignerOf(before, 'k2', { ...since, documentIds: [] }).fields).toEqual([])
  })

  it('moves signers and stops at the ends', () => {
    const draft = aDraft({ signers: [someone, { ...someone, key: 'k2' }, { ...someone, key: 'k3' }] })
    expect(withMovedSigner(draft, 2, 0).signers.map((signer) => signer.key)).toEqual(['k3', 'k1', 'k2'])
    expect(movedTo(['a', 'b', 'c'], 0, 9)).toEqual(['b', 'c', 'a'])
  })
})

describe('saving', () => {
  it('numbers the signers when they sign in order', () => {
    const signers = [someone, { ...someone, key: 'k2', email: 'carla@example.com' }]
    expect(bodyOf(aDraft({ signers, inOrder: true })).signatures?.map((one) => one.sequence)).toEqual([0, 1])
    expect(bodyOf(aDraft({ signers })).signatures?.map((one) => one.sequence)).toEqual([-1, -1])
  })

  it('gives the same number to people who are asked together, and none to who signs at any time', () => {
    const turns = ['own', 'with', 'any', 'own', 'with'] as const
    const signers = turns.map((turn, index) => ({ ...someone, key: `k${index}`, turn }))
    const body = bodyOf(aDraft({ signers, inOrder: true }))
    expect(body.signatures?.map((one) => one.sequence)).toEqual([0, 0, -1, 1, 1])
    const answer = aRequest({
      signatures: turns.map((_, index) =>
        aSignature(`s${index}`, 'a@example.com', body.signatures?.[index]?.sequence),
      ),
    })
    const back = draftOf(answer, '')
    expect(back.signers.map(({ turn }) => turn)).toEqual(['own', 'with', 'any', 'own', 'with'])
    expect(turnsOf(back)).toEqual([0, 0, -1, 1, 1])
  })

  it('leaves out people without an email and an empty title, so that the rest is saved', () => {
    const draft = aDraft({ title: ' ', signers: [someone, { ...someone, key: 'k2', email: 'carla@' }] })
    const body = bodyOf(draft)
    expect(body.title).toBeUndefined()
    expect(body.signatures).toHaveLength(1)
    expect(unsavedPeople(draft).map(({ key }) => key)).toEqual(['k2'])
    expect(unsavedPeople(aDraft({ signers: [{ ...someone, name: '', email: '' }] }))).toEqual([])
  })

  it('keeps a role that waits for its person', () => {
    const waiting = { ...aSignature(anna, ''), role: 'Tenant', signer_identity_data: nobody }
    const request = aRequest({ signatures: [waiting] })
    const draft = draftOf(request, 'me@example.com')
    expect(bodyOf(draft).signatures).toMatchObject([{ sid: anna }])
    expect(bodyOf(draft).signatures?.[0]?.signer_identity_data).toBeUndefined()
    expect(withSids(draft, draft, request).signers[0]?.sid).toBe(anna)
    expect(problemsOf(draft, new Date()).map(({ code }) => code)).toContain('email_missing')
  })

  it('keeps a group in place of a person, and sends nothing of a person with it', () => {
    const group = { id: ben, name: 'Legal', version_id: lease, members: [] }
    const asked = { ...aSignature(anna, ''), signer_group: group, signer_identity_data: nobody }
    const draft = draftOf(aRequest({ signatures: [asked] }), 'me@example.com')
    expect(draft.signers).toMatchObject([{ name: 'Legal', group: { id: ben, memberCount: 0 }, isMe: false }])
    const [sent] = bodyOf(draft).signatures ?? []
    expect(sent).toMatchObject({ sid: anna, signer_group_id: ben })
    expect(sent).not.toHaveProperty('signer_identity_data')
    expect(problemsOf(draft, new Date()).filter(({ step }) => step === 'people')).toEqual([])
    expect(unsavedPeople(draft)).toEqual([])
  })

  it('takes over the ids of new signers, twice the same person included', () => {
    const draft = aDraft({ signers: [someone, { ...someone, key: 'k2', email: 'Ben@example.com' }] })
    const answer = aRequest({
      signatures: [aSignature(anna, 'ben@example.com'), aSignature(ben, 'ben@example.com')],
    })
    expect(withSids(draft, draft, answer).signers.map((signer) => signer.sid)).toEqual([anna, ben])
  })

  it('takes over the new id of a signer whose email changed, and none for who was not sent', () => {
    const changed = { ...someone, sid: anna, email: 'benjamin@example.com' }
    const draft = aDraft({ signers: [{ ...someone, key: 'k0', email: 'x' }, changed] })
    const answer = aRequest({ signatures: [aSignature(ben, 'benjamin@example.com')] })
    expect(withSids(draft, draft, answer).signers.map((signer) => signer.sid)).toEqual([null, ben])
  })

  it("keeps a signer in the PDF's own field, of which the server tells the name alone", () => {
    const visual_signature = { positions: [], form_field: 'Sig1' }
    const placed = {
      ...aSignature(anna, 'anna@example.com'),
      document_signatures: [{ document_id: lease, visual_signature, fields: [] }],
    }
    const draft = draftOf(aRequest({ signatures: [placed] }), '')
    expect(fieldOf(draft, anna, lease)).toEqual({ signerKey: anna, documentId: lease, formField: 'Sig1' })
    expect(bodyOf(draft).signatures?.[0]?.document_signatures).toEqual([
      { document_id: lease, visual_signature: { form_field: 'Sig1' }, fields: [] },
    ])
  })

  it('sends who was forgotten by the service as someone new', () => {
    const signers = [
      { ...someone, sid: anna },
      { ...someone, key: 'k2', sid: ben },
    ]
    const request = aRequest({ signatures: [aSignature(ben, 'ben@example.com')] })
    expect(withKnownSids(aDraft({ signers }), request).signers.map(({ sid }) => sid)).toEqual([null, ben])
  })

  it('takes the last word for the family name', () => {
    expect(splitName(' Anna  Maria Muster ')).toEqual({ first_name: 'Anna Maria', last_name: 'Muster' })
    expect(splitName('Cher')).toEqual({ first_name: 'Cher', last_name: null })
  })
})

describe('checking before sending', () => {
  const now = new Date('2026-11-20T12:00:00Z')

  it('names each thing that is missing, and where', () => {
    const draft = aDraft({
      title: '',
      expiresOn: '2026-11-01',
      documentIds: [],
      signers: [{ ...someone, name: '', email: 'x@y' }],
    })
    expect(problemsOf(draft, now).map((problem) => problem.code)).toEqual([
      'no_documents',
      'name_missing',
      'email_wrong',
      'title_missing',
      'expiry_past',
    ])
    expect(problemOf(problemsOf(draft, now), 'k1', 'email')).toBe('email_wrong')
    expect(problemOf(problemsOf(draft, now), 'other', 'email')).toBeUndefined()
  })

  it('names a document that nobody signs, and a person who has nothing to sign', () => {
    const documentIds = [lease, 'annex']
    const people = (...signs: (readonly string[] | null)[]) =>
      signs.map((own, index) => ({ ...someone, key: `k${index}`, signs: own }))
    const found = (draft: Partial<Draft>) => problemsOf(aDraft({ documentIds, ...draft }), now)
    expect(found({ signers: people([lease], null) })).toEqual([])
    expect(found({ signers: people([lease], []) })).toEqual([
      { step: 'people', code: 'documents_missing', signerKey: 'k1' },
      { step: 'people', code: 'document_unsigned', documentId: 'annex' },
    ])
  })

  it('takes a field of each signer on each document of a regulated record', () => {
    const draft = aDraft({ quality: 'PART11', signers: [someone] })
    expect(problemsOf(draft, now)).toEqual([{ step: 'send', code: 'places_missing' }])
    const field = { signerKey: 'k1', documentId: lease, formField: null, page: 0, place }
    expect(problemsOf({ ...draft, fields: [field] }, now)).toEqual([])
  })

  it('takes a whole mobile number, and one’s own from the account', () => {
    const typed = { ...someone, mobile: '079 123' }
    expect(problemsOf(aDraft({ signers: [typed] }), now).map(({ code }) => code)).toEqual(['mobile_wrong'])
    expect(problemsOf(aDraft({ signers: [{ ...typed, isMe: true }] }), now)).toEqual([])
  })

  it('says that a day that is past isn’t saved, unless the service has it already', () => {
    const draft = aDraft({ expiresOn: '2026-11-01', expiresAt: '2026-11-01T22:59:59.000Z' })
    expect(leavesOut(draft, null, now)).toBe(true)
    expect(leavesOut(draft, '2026-11-01T22:59:59.000Z', now)).toBe(false)
  })

  it('asks about each document on which a signer has no field', () => {
    const draft = aDraft({ documentIds: [lease, 'annex'], signers: [someone] })
    expect(undecidedSigners(draft, new Set())).toEqual([someone])
    expect(undecidedSigners(draft, withoutFields(new Set(), aDraft(), [someone]))).toEqual([someone])
    expect(undecidedSigners(draft, withoutFields(new Set(), draft, [someone]))).toEqual([])
  })

  it('has nothing to say about a whole draft', () => {
    expect(problemsOf(aDraft({ signers: [someone], expiresOn: '2027-01-31' }), now)).toEqual([])
  })

  it.each([
    ['anna@example.com', true],
    ['.anna@example.com', false],
    ['an..na@example.com', false],
    ['anna@example', false],
    ['anna@example.c', false],
    ['', false],
  ])('email %s: %s', (email, valid) => {
    expect(isEmail(email)).toBe(valid)
  })
})

it('a draft keeps the parts of a name and the instant of its expiry until they are changed', () => {
  const heide = {
    ...nobody,
    email_address: 'anna@example.com',
    first_name: 'Anna',
    last_name: 'von der Heide',
  }
  const expiration_date = '2027-03-01T12:00:00.000Z'
  const signatures = [anySignature({ sid: anna, signer_identity_data: heide })]
  const draft = draftOf(aRequest({ signatures, expiration_date }), 'me@example.com')
  const retitled = bodyOf({ ...draft, title: 'Lease' })
  expect(retitled.signatures?.[0]?.signer_identity_data).toMatchObject({
    first_name: 'Anna',
    last_name: 'von der Heide',
  })
  expect(retitled.expiration_date).toBe(expiration_date)
  const [signer] = draft.signers
  if (!signer) throw new Error('nobody signs')
  const changed = bodyOf({ ...draft, signers: [{ ...signer, name: 'Anna Heide' }], expiresOn: '2027-03-02' })
  expect(changed.signatures?.[0]?.signer_identity_data).toMatchObject({
    first_name: 'Anna',
    last_name: 'Heide',
  })
  expect(changed.expiration_date).toBe(new Date('2027-03-02T23:59:59').toISOString())
})
