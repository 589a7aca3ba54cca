import type { SignatureRequest } from '@countersign/contract/signature-request-shapes.ts'
import { describe, expect, it } from 'vitest'
import { aRequest as anyRequest, aSignature, mayDo } from '#web/testing/signature-request.ts'
import { fieldsOnPage } from './sign-fields.tsx'
import { endOf, lastFailure, mySignature, needsIdentityCheck, situationOf } from './situation.ts'

type Signature = SignatureRequest['signatures'][number]

function aRequest(signatures: Signature[], change: Partial<SignatureRequest> = {}, sign = false) {
  const viewer = { role: 'signer', status: 'TO_SIGN', can: mayDo({ sign }) } as const
  return anyRequest({ signatures, viewer, ...change })
}

describe('where one stands', () => {
  it.each([
    ['DRAFT', 'draft'],
    ['SIGNED', 'completed'],
    ['DECLINED', 'declined'],
    ['WITHDRAWN', 'withdrawn'],
    ['EXPIRED', 'expired'],
    ['ERROR', 'error'],
  ] as const)('a request that is %s is %s, whatever mine is', (status_overall, situation) => {
    expect(situationOf(aRequest([aSignature()], { status_overall }, true))).toBe(situation)
  })

  it('tells my turn, not yet my turn, done and merely looking apart', () => {
    expect(situationOf(aRequest([aSignature()], {}, true))).toBe('to_sign')
    expect(situationOf(aRequest([aSignature({ status_code: 'WAITING' })]))).toBe('not_in_turn')
    expect(situationOf(aRequest([aSignature({ status_code: 'SIGNED' })]))).toBe('signed_waiting')
    expect(situationOf(aRequest([aSignature({ is_viewer: false })]))).toBe('waiting')
  })

  it('is over once its time is, although its end is written down a little later', () => {
    const passed = { expiration_date: '2020-01-01T00:00:00.000Z' }
    expect(situationOf(aRequest([aSignature()], passed))).toBe('expired')
    expect(situationOf(aRequest([aSignature({ status_code: 'SIGNED' })], passed))).toBe('signed_waiting')
    expect(situationOf(aRequest([aSignature()], { expiration_date: '2999-01-01T00:00:00.000Z' }))).toBe(
      'waiting',
    )
  })

  it('has an end of its own where it ended otherwise than by signing', () => {
    const ends = (['withdrawn', 'expired', 'error', 'declined'] as const).map(endOf)
    expect(ends).toEqual(['error', 'error', 'error', 'declined'])
    expect((['to_sign', 'signing', 'signed_waiting', 'completed'] as const).map(endOf)).toEqual(
      Array.from({ length: 4 }, () => null),
    )
  })

  it('takes an identity check first only where one may sign', () => {
    const signing = { quality: 'QES', legislation: 'EIDAS', approval: 'SERVICE', unmet: ['identification'] }
    const asked = (sign: boolean) => {
      const request = aRequest([aSignature()], {}, sign)
      return { ...request, viewer: { ...request.viewer, signing } } as unknown as SignatureRequest
    }
    expect([needsIdentityCheck(asked(true)), needsIdentityCheck(asked(false))]).toEqual([true, false])
  })

  it('is signing while mine is under way', () => {
    const signing = { status: 'OPEN', error: null } as const
    expect(situationOf(aRequest([aSignature({ signing })], {}, true))).toBe('signing')
  })

  it('finds the signature that is mine to make when I have two', () => {
    const request = aRequest([aSignature({ status_code: 'SIGNED' }), aSignature({ sid: 's2' })], {}, true)
    expect(mySignature(request)?.sid).toBe('s2')
  })

  it('is mine as one of a group, until another one of it has signed', () => {
    const member = { email: 'anna@example.com', name: null, status: null, is_viewer: true, delivery: null }
    const group = { id: 'g', name: 'Legal', version_id: 'v', members: [member] }
    expect(situationOf(aRequest([aSignature({ signer_group: group })], {}, true))).toBe('to_sign')
    const others = aSignature({ signer_group: group, status_code: 'SIGNED', is_viewer: false })
    expect(situationOf(aRequest([others]))).toBe('signed_waiting')
    expect(mySignature(aRequest([others]))).toBe(others)
  })

  it('tells what the last try failed with, as long as I may try again', () => {
    const signing = { status: 'ERROR', error: 'timestamp_unavailable' } as const
    expect(lastFailure(aRequest([aSignature({ signing })], {}, true))).toBe('timestamp_unavailable')
    expect(lastFailure(aRequest([aSignature({ signing })], {}, false))).toBeNull()
    expect(lastFailure(aRequest([aSignature()], {}, true))).toBeNull()
  })
})

describe('the places on a page', () => {
  const position = (page: string, y: number) => ({ page, x: 10, y, width: 180, height: 60 })
  const placed = (sid: string, page: string, y: number, change: Partial<Signature> = {}) =>
    aSignature({
      sid,
      document_signatures: [
        {
          document_id: 'd',
          visual_signature: { positions: [position(page, y)], form_field: null },
          fields: [],
        },
      ],
      ...change,
    })

  it('are those of open signers on that page of that version, from the top', () => {
    const request = aRequest([
      placed('low', '0', 500),
      placed('high', '0', 100),
      placed('elsewhere', '1', 100),
      placed('done', '0', 50, { status_code: 'SIGNED' }),
    ])
    const found = fieldsOnPage(request, { documentId: 'd-v2', index: 0 }, [])
    expect(found.map(({ signature }) => signature.sid)).toEqual(['high', 'low'])
  })

  it("include the PDF's own fields, by their names", () => {
    const document_signatures = [
      { document_id: 'd', visual_signature: { positions: [], form_field: 'Sig1' }, fields: [] },
    ]
    const request = aRequest([aSignature({ document_signatures })])
    const forms = [{ id: 'd-v2', signature_fields: [{ name: 'Sig1', positions: [position('1', 300)] }] }]
    expect(fieldsOnPage(request, { documentId: 'd-v2', index: 0 }, forms)).toEqual([])
    expect(fieldsOnPage(request, { documentId: 'd-v2', index: 1 }, forms)[0]?.box.y).toBe(300)
  })
})
