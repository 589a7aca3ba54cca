import { expect, it } from 'vitest'
import { aRequest, aSignature, mayDo } from '#web/testing/signature-request.ts'
import { addedLast, maySignersChange } from './signer-order.ts'

it('the page puts who is added after everybody, where they sign in an order', () => {
  expect(addedLast({ signatures: [] })).toBe(-1)
  expect(addedLast({ signatures: [aSignature({ sequence: -1 })] })).toBe(-1)
  expect(addedLast({ signatures: [aSignature({ sequence: 0 }), aSignature({ sequence: 3 })] })).toBe(4)
})

it('the page lets the owner change who signs while it is open and nobody has signed', () => {
  const viewer = { role: 'owner', status: 'WAITING', can: mayDo({ edit: true }) } as const
  const open = aRequest({ viewer, signatures: [aSignature()] })
  expect(maySignersChange(open)).toBe(true)
  expect(maySignersChange({ ...open, status_overall: 'DRAFT' })).toBe(false)
  expect(maySignersChange({ ...open, signatures: [aSignature({ status_code: 'SIGNED' })] })).toBe(false)
  expect(maySignersChange(aRequest({ signatures: [aSignature()] }))).toBe(false)
})
