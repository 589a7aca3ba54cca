import type { SignatureRequest } from '@countersign/contract/signature-request-shapes.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { aSignerField } from '#web/testing/signature-request.ts'
import { closeFilling, fillingOf } from './open-fields.ts'
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

test('fields that the sender adds meanwhile can be filled in, and what was typed before stays', () => {
  const city = aSignerField({ id: 'city' })
  fillingOf(requestWith(city), null)?.set('city', 'Bern')
  const corrected = fillingOf(requestWith(city, aSignerField({ id: 'street', required: true })), null)
  expect(corrected?.state.get().values).toEqual({ city: 'Bern' })
  corrected?.set('street', 'Marktgasse')
  expect(corrected?.check([aSignerField({ id: 'street', required: true })])).toEqual([])
  expect(corrected?.state.get().values).toEqual({ city: 'Bern', street: 'Marktgasse' })
})
