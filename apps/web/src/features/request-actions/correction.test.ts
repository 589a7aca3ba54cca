import { describe, expect, it } from 'vitest'
import { dayOf } from '#web/lib/language/day.ts'
import { aRequest, aSignature, aSignerField } from '#web/testing/signature-request.ts'
import { boxAt, correctionOf, placeCorrection, placeNow, signerCorrection } from './correction.ts'

const expiration_date = '2027-01-31T22:59:59.000Z'
const request = aRequest({ title: 'Lease', message: 'Please sign', expiration_date })
const same = { title: 'Lease', message: 'Please sign', expiration_date: dayOf(expiration_date) }

describe('a correction of the request', () => {
  it('is nothing where nothing is new', () => {
    expect(correctionOf(request, same)).toBeNull()
    expect(correctionOf(request, { ...same, title: ' Lease ' })).toBeNull()
    // The day that was there is the service's own, whatever its time.
    expect(correctionOf(request, { ...same, expiration_date: '' })).toBeNull()
  })

  it('says what is new and what it was made on', () => {
    const { updated_at } = request
    expect(correctionOf(request, { ...same, title: 'Lease of the flat' })).toEqual({
      title: 'Lease of the flat',
      updated_at,
    })
    const later = correctionOf(request, { ...same, message: '', expiration_date: '2027-02-28' })
    expect(later).toMatchObject({ message: '', updated_at })
    expect(dayOf(later?.expiration_date ?? null)).toBe('2027-02-28')
  })
})

describe('a correction of a signer', () => {
  const position = { page: '0', x: 1, y: 2, width: 3, height: 4, rotation: 0 as const }
  const document_signatures = [
    { document_id: 'd', visual_signature: { positions: [position], form_field: null }, fields: [] },
    { document_id: 'e', visual_signature: { positions: [], form_field: 'Tenant' }, fields: [] },
    { document_id: 'f', visual_signature: null, fields: [] },
  ]
  const anna = aSignature({ sid: 's1', sequence: 1, document_signatures })
  anna.signer_identity_data.mobile_number = '+41 79 000 00 00'
  const ben = aSignature({ sid: 's2', notify: false, account_email: 'anna@example.com', role: 'Tenant' })
  const both = aRequest({ signatures: [anna, ben] })
  const given = {
    email_address: 'anna@example.com',
    first_name: 'Anne',
    last_name: 'Muster',
    language: 'fr',
  } as const
  const places = [
    { document_id: 'd', visual_signature: { positions: [position] } },
    { document_id: 'e', visual_signature: { form_field: 'Tenant' } },
    { document_id: 'f', visual_signature: null },
  ]
  const ofNewPerson = places.map((place) => ({ ...place, fields: [] }))

  it('leaves everybody else, and where someone signs, as they are', () => {
    // Refused where the request has changed since it was read.
    expect(signerCorrection(both, 's1', given).updated_at).toBe(both.updated_at)
    const [first, second] = signerCorrection(both, 's1', given).signatures ?? []
    expect(first).toMatchObject({
      sid: 's1',
      account_email: anna.account_email,
      sequence: 1,
      language: 'fr',
      signer_identity_data: { first_name: 'Anne', mobile_number: '+41 79 000 00 00' },
      document_signatures: places,
    })
    expect(second).toEqual({
      sid: 's2',
      role: 'Tenant',
      account_email: 'anna@example.com',
      signer_identity_data: ben.signer_identity_data,
      sequence: -1,
      notify: false,
      language: 'en',
      all_documents: true,
      document_signatures: [],
    })
  })

  it('keeps whether someone signs all documents or only those listed', () => {
    const some = aSignature({ sid: 's2', all_documents: false, document_signatures })
    const mixed = aRequest({ signatures: [anna, some] })
    const corrected = signerCorrection(mixed, 's1', given).signatures ?? []
    expect(corrected.map((one) => one.all_documents)).toEqual([true, false])
    const replaced = { ...given, email_address: 'eva@example.com' }
    expect(signerCorrection(mixed, 's1', replaced).signatures?.[0]?.all_documents).toBe(true)
    const moved = { sid: 's1', documentId: 'd', page: 0, box: null }
    const placed = placeCorrection(mixed, moved).signatures ?? []
    expect(placed.map((one) => one.all_documents)).toEqual([true, false])
  })

  it('leaves the groups that are asked as they are', () => {
    const identity = { ...anna.signer_identity_data, email_address: '', first_name: null, last_name: null }
    const signer_group = { id: 'g', name: 'The board', version_id: 'v', members: [] }
    const board = aSignature({ sid: 's3', signer_identity_data: identity, signer_group })
    const [, second] = signerCorrection(aRequest({ signatures: [anna, board] }), 's1', given).signatures ?? []
    expect(second).toMatchObject({ sid: 's3', signer_group_id: 'g' })
    expect(second).not.toHaveProperty('signer_identity_data')
    expect(second).not.toHaveProperty('account_email')
  })

  it('of the email is another person at the same place', () => {
    const [first] =
      signerCorrection(both, 's1', { ...given, email_address: ' ann@example.com ' }).signatures ?? []
    expect(first).not.toHaveProperty('sid')
    expect(first).not.toHaveProperty('account_email')
    expect(first).toMatchObject({
      sequence: 1,
      signer_identity_data: { email_address: 'ann@example.com', mobile_number: null },
      document_signatures: ofNewPerson,
    })
  })

  it('keeps all places and fields, of a new person without what the one before has filled in', () => {
    const visual_signature = { positions: [position, { ...position, page: '1' }], form_field: null }
    const place = { document_id: 'd', visual_signature: { positions: visual_signature.positions } }
    const field = aSignerField({ id: 'iban', position })
    const filled = aSignature({
      sid: 's1',
      document_signatures: [{ document_id: 'd', visual_signature, fields: [{ ...field, input: 'CH93' }] }],
    })
    const open = aRequest({ signatures: [filled] })
    // Named by `sid` without fields: they stay as they are.
    expect(signerCorrection(open, 's1', given).signatures?.[0]?.document_signatures).toEqual([place])
    const email_address = 'ann@example.com'
    const [replaced] = signerCorrection(open, 's1', { ...given, email_address }).signatures ?? []
    expect(replaced?.document_signatures).toEqual([{ ...place, fields: [field] }])
  })

  it('lets a new person give a name and an email of their own', () => {
    const prefilled = (type: 'NAME' | 'EMAIL' | 'TEXT', value: string | null) =>
      aSignerField({ id: type, type, value, read_only: true, position })
    const fields = [prefilled('NAME', 'Anna Keller'), prefilled('EMAIL', 'anna@example.com')]
    const flat = prefilled('TEXT', 'Flat 3')
    const placed = { document_id: 'd', visual_signature: null, fields: [...fields, flat] }
    const open = aRequest({ signatures: [aSignature({ sid: 's1', document_signatures: [placed] })] })
    const [replaced] =
      signerCorrection(open, 's1', { ...given, email_address: 'ann@example.com' }).signatures ?? []
    expect(replaced?.document_signatures?.[0]?.fields).toEqual([
      prefilled('NAME', null),
      prefilled('EMAIL', null),
      flat,
    ])
  })
})

describe('a correction of where someone signs', () => {
  const position = { page: '1', x: 10, y: 20, width: 100, height: 50, rotation: 0 as const }
  const there = {
    document_id: 'd',
    visual_signature: { positions: [position], form_field: null },
    fields: [],
  }
  const elsewhere = { document_id: 'e', visual_signature: null }
  const own = [there, { ...elsewhere, fields: [] }]
  const anna = aSignature({ sid: 's1', document_signatures: own })
  const both = aRequest({ signatures: [anna, aSignature({ sid: 's2', document_signatures: [there] })] })

  it('is of one document alone', () => {
    const box = { x: 5, y: 6, width: 100, height: 50 }
    const correction = placeCorrection(both, { sid: 's1', documentId: 'd', page: 0, box })
    expect(correction.updated_at).toBe(both.updated_at)
    const [first, second] = correction.signatures ?? []
    expect(first?.document_signatures).toEqual([
      { document_id: 'd', visual_signature: { positions: [{ page: '0', ...box, rotation: 0 }] } },
      elsewhere,
    ])
    expect(second?.document_signatures).toEqual([
      { document_id: 'd', visual_signature: { positions: [position] } },
    ])
    const hidden = placeCorrection(both, { sid: 's1', documentId: 'd', page: 0, box: null }).signatures ?? []
    expect(hidden[0]?.document_signatures).toContainEqual({ document_id: 'd', visual_signature: null })
  })

  it('gives no signer another document to sign', () => {
    const place = { sid: 's2', documentId: 'e', page: 0, box: { x: 5, y: 6, width: 100, height: 50 } }
    const [, second] = placeCorrection(both, place).signatures ?? []
    expect(second?.document_signatures?.map(({ document_id }) => document_id)).toEqual(['d'])
  })

  it('moves the first of several places and keeps the others', () => {
    const further = [position, { ...position, page: '0', rotation: 90 as const }]
    const visual_signature = {
      positions: [{ ...position, rotation: 90 as const }, ...further],
      form_field: null,
    }
    const many = aSignature({
      sid: 's1',
      document_signatures: [{ document_id: 'd', visual_signature, fields: [] }],
    })
    const box = { x: 5, y: 6, width: 100, height: 50 }
    const [first] =
      placeCorrection(aRequest({ signatures: [many] }), { sid: 's1', documentId: 'd', page: 0, box })
        .signatures ?? []
    expect(first?.document_signatures).toEqual([
      {
        document_id: 'd',
        visual_signature: { positions: [{ page: '0', ...box, rotation: 90 }, ...further] },
      },
    ])
  })

  it('begins where it is', () => {
    expect(placeNow(anna, 'd')).toEqual({ page: 1, box: { x: 10, y: 20, width: 100, height: 50 } })
    expect(placeNow(anna, 'e')).toBeNull()
  })

  it('stays wholly on the page', () => {
    const page = { width: 200, height: 300 }
    const box = { x: 0, y: 0, width: 100, height: 50 }
    expect(boxAt({ x: 0, y: 1000 }, page, box)).toEqual({ x: 0, y: 250, width: 100, height: 50 })
    expect(boxAt({ x: 100, y: 150 }, page, null)).toEqual({ x: 10, y: 120, width: 180, height: 60 })
    expect(boxAt({ x: 0, y: 0 }, { width: 50, height: 20 }, null)).toEqual({
      x: 0,
      y: 0,
      width: 50,
      height: 20,
    })
  })
})
