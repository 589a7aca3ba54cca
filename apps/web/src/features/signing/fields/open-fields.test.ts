import type { SignatureRequest } from '@countersign/contract/signature-request-shapes.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { aSignerField } from '#web/testing/signature-request.ts'
import { closeFilling, fillingOf, showRefused, valuesToSign } from './open-fields.ts'
import type { SignerField } from './own-fields.ts'

// The session is read as soon as the calls are loaded.
const kept = vi.hoisted(() => {
  const entries = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => entries.set(key, value),
    removeItem: (key: string) => entries.delete(key),
  })
  return entries
})
beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  closeFilling('anna')
  kept.clear()
  vi.useRealTimers()
})

const requestWith = (...fields: SignerField[]) =>
  ({
    id: 'request',
    documents: [{ id: 'contract', version_id: 'contract' }],
    signatures: [
      {
        sid: 'anna',
        is_viewer: true,
        status_code: 'OPEN',
        signer_identity_data: { email_address: 'anna@example.org', first_name: null, last_name: null },
        document_signatures: [{ document_id: 'contract', visual_signature: null, fields }],
      },
    ],
  }) as unknown as SignatureRequest

test('a request that is read again, with what was saved, is filled in where it was', () => {
  const before = fillingOf(requestWith(aSignerField({ id: 'city' })), null)
  const again = fillingOf(requestWith(aSignerField({ id: 'city', input: 'Bern' })), null)
  expect(again).toBe(before)
})

test('a prefilled field that was emptied is signed empty, and a box that was not ticked as such', () => {
  const request = requestWith(
    aSignerField({ id: 'city', value: 'Bern' }),
    aSignerField({ id: 'terms', type: 'CHECKBOX' }),
    aSignerField({ id: 'on', type: 'DATE_SIGNED' }),
  )
  fillingOf(request, null)?.set('city', null)
  const values = [
    { id: 'city', value: '' },
    { id: 'terms', value: false },
  ]
  expect(valuesToSign(request, null)).toEqual({ contract: values })
})

test('nothing of what was signed is kept in the tab', () => {
  const request = requestWith(aSignerField({ id: 'city' }))
  fillingOf(request, null)?.set('city', 'Bern')
  closeFilling('anna')
  expect(kept.size).toBe(0)
  expect(fillingOf(request, null)?.state.get().values).toEqual({})
})

test('a field that the service refuses is marked, whichever document it is in', () => {
  vi.stubGlobal('document', { querySelector: () => null })
  vi.stubGlobal('CSS', { escape: (text: string) => text })
  const request = requestWith(aSignerField({ id: 'city' }), aSignerField({ id: 'street' }))
  const sent = { annex: [{ id: 'city', value: 'Bern' }], contract: [{ id: 'street', value: '🏔' }] }
  const refuse = (field: string) =>
    showRefused(request, null, { fields: [{ field, code: 'no_font', message: '' }] }, sent, [
      'annex',
      'contract',
    ])
  expect(refuse('signatureRequests.0.signingName')).toBe(false)
  expect(refuse('signatureRequests.0.documentSignatures.1.fields.0.value')).toBe(true)
  expect(fillingOf(request, null)?.state.get().problems).toEqual({ street: 'no_font' })
})

test('what was typed before the sender has corrected the fields is saved once', async () => {
  const fetched = vi.fn<typeof fetch>(async () => new Response('{}'))
  vi.stubGlobal('window', globalThis)
  vi.stubGlobal('fetch', fetched)
  const city = aSignerField({ id: 'city' })
  fillingOf(requestWith(city), null)?.set('city', 'Bern')
  fillingOf(requestWith(city, aSignerField({ id: 'street' })), null)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(fetched).toHaveBeenCalledOnce()
})

test('fields that the sender adds meanwhile can be filled in, and what was typed before stays', () => {
  const city = aSignerField({ id: 'city' })
  fillingOf(requestWith(city), null)?.set('city', 'Bern')
  const corrected = fillingOf(requestWith(city, aSignerField({ id: 'street', required: true })), null)
  expect(corrected?.state.get().values).toEqual({ city: 'Bern' })
  corrected?.set('street', 'Marktgasse')
  expect(corrected?.check([aSignerField({ id: 'street', required: true })])).toEqual([])
  expect(corrected?.state.get().values).toEqual({ city: 'Bern', street: 'Marktgasse' })
})
