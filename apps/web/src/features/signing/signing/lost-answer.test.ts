import type { SigningStatus } from '@countersign/contract/signature-request-shapes.ts'
import { expect, it, vi } from 'vitest'
import { CallError } from '#web/lib/calls/call-error.ts'
import { outcomeAfter } from './lost-answer.ts'

const failure = (status: number, key = 'network', code?: string) =>
  new CallError({
    key,
    status,
    message: '',
    fields: code ? [{ field: 'signingName', code, message: '' }] : [],
  })
const stands = (status: SigningStatus['status']): SigningStatus => ({
  ...{ signatureRequestId: 'r', signatureId: 's', error: null },
  status,
})
const unknown = { kind: 'failed', error: 'network' }

it.each([
  ['SIGNED', { kind: 'signed' }],
  ['DECLINED', { kind: 'declined' }],
  // These may be of an earlier try.
  ['OPEN', unknown],
  ['ERROR', unknown],
] as const)(
  'a signing whose answer was lost and that is %s by now ended as that says',
  async (status, outcome) => {
    expect(await outcomeAfter(failure(502), async () => stands(status))).toEqual(outcome)
  },
)

it('a signing whose answer was lost stays unknown where the service can’t be asked either', async () => {
  expect(await outcomeAfter(failure(0), () => Promise.reject(failure(0)))).toEqual(unknown)
})

it.each([
  [failure(409, 'request.not_open'), 'request.not_open'],
  [failure(503, 'service.saturated'), 'service.saturated'],
  [failure(400, 'validation.failed', 'no_font'), 'no_font'],
  [new Error('not a call'), 'signing_failed'],
])('a signing that was refused failed, and nothing is asked', async (refusal, error) => {
  const ask = vi.fn<() => Promise<SigningStatus>>(async () => stands('SIGNED'))
  expect(await outcomeAfter(refusal, ask)).toMatchObject({ kind: 'failed', error })
  expect(ask).not.toHaveBeenCalled()
})
