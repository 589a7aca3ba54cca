import type { SignatureRequest } from '@countersign/contract/signature-request-shapes.ts'
import { describe, expect, it } from 'vitest'
import { CallError } from '#web/lib/calls/call-error.ts'
import { aRequest, aSignature } from '#web/testing/signature-request.ts'
import { delegated, eventsOf, failureOf } from './embedding-event.ts'

const told = (status_overall: SignatureRequest['status_overall'], status_code: 'OPEN' | 'SIGNED' = 'OPEN') =>
  eventsOf(aRequest({ status_overall, signatures: [aSignature({ status_code })] })).map(
    ({ type, reason }) => type.replace('countersign.', '') + (reason ? `: ${reason}` : ''),
  )

describe('a website that shows a signing page is told', () => {
  it.each([
    ['OPEN', 'OPEN', ['ready']],
    ['OPEN', 'SIGNED', ['ready', 'signed']],
    ['SIGNED', 'SIGNED', ['ready', 'signed']],
    ['DECLINED', 'OPEN', ['ready', 'declined']],
    ['WITHDRAWN', 'OPEN', ['ready', 'error: withdrawn']],
    ['EXPIRED', 'OPEN', ['ready', 'error: expired']],
    ['ERROR', 'OPEN', ['ready', 'error: failed']],
    // What became of the request later takes nothing from that this person has signed.
    ['DECLINED', 'SIGNED', ['ready', 'signed']],
    ['EXPIRED', 'SIGNED', ['ready', 'signed']],
  ] as const)('of a request that is %s, with one’s own signature %s', (overall, own, events) => {
    expect(told(overall, own)).toEqual(events)
  })

  it('which request and which signature it is, and nothing else of them', () => {
    const [ready] = eventsOf(aRequest({ signatures: [aSignature()] }))
    expect(ready).toEqual({
      ...{ type: 'countersign.ready', version: 1, signatureRequestId: 'r', signatureId: 's1' },
    })
    expect(delegated(aRequest({ signatures: [aSignature()] }))).toEqual({
      ...{ type: 'countersign.error', version: 1, signatureRequestId: 'r', signatureId: 's1' },
      reason: 'delegated',
    })
  })

  it.each([
    [401, 'auth.link_delegated', 'delegated'],
    [401, 'auth.link_removed', 'link_invalid'],
    [404, 'not_found', 'link_invalid'],
    [500, 'internal', 'unavailable'],
    [0, 'network', 'unavailable'],
  ])('why there is nothing to sign, at %i %s', (status, key, reason) => {
    const failure = new CallError({ key, status, message: '' })
    expect(failureOf('r', failure)).toMatchObject({ signatureRequestId: 'r', signatureId: null, reason })
    const shown = aRequest({ signatures: [aSignature()] })
    expect(failureOf('r', failure, shown)).toMatchObject({ signatureId: 's1', reason })
  })
})
