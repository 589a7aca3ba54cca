import type { SigningStatus, SigningStep } from '@countersign/contract/signature-request-shapes.ts'
import { expect, it, vi } from 'vitest'
import { CallError } from '#web/lib/calls/call-error.ts'
import type { ApprovalCalls } from './approval-calls.ts'
import type { OpenStep } from './open-step.ts'
import { takeStep } from './take-step.ts'

const step: SigningStep = {
  kind: 'TAN',
  id: 'approval',
  url: 'https://codes.example/v/approval',
  expiresAt: '2026-11-22T12:08:00Z',
  attemptsLeft: 5,
  resendsLeft: 3,
  resendAt: null,
  destination: '+41 ** *** ** 67',
  method: null,
  revision: 0,
}
const open = {
  signatureRequestId: 'r',
  signatureId: 's',
  status: 'OPEN',
  error: null,
  step,
} satisfies SigningStatus
const waiting: SigningStatus = { ...open, step: null }

function start(answers: (SigningStatus | Error)[], change: Partial<ApprovalCalls> = {}) {
  const status = vi.fn<ApprovalCalls['status']>(async () => {
    const answer = answers.length > 1 ? answers.shift() : answers[0]
    if (answer instanceof Error) throw answer
    return answer ?? open
  })
  const calls = { status, cancel: async () => ({ signatures: [] }), ...change } as unknown as ApprovalCalls
  const putAway = vi.fn<() => void>()
  let shown: OpenStep | null = null
  const show = (given: OpenStep) => {
    shown = given
    return putAway
  }
  let alive = true
  const end = takeStep(
    open,
    {
      calls,
      wait: () => new Promise((resolve) => setTimeout(() => resolve(alive), 1)),
      isPassing: (failure) => failure instanceof CallError && failure.status === 0,
    },
    { TAN: show, PASSWORD_OTP: show, MOBILE_ID: show, REDIRECT: show, REAUTHENTICATE: show },
  )
  return { end, putAway, shown: () => shown as unknown as OpenStep, leave: () => (alive = false) }
}

const away = new CallError({ key: 'network', status: 0, message: '' })

it('a step ends when the step was taken elsewhere, and puts away what it showed', async () => {
  const { end, putAway } = start([open, away, waiting])
  expect(await end).toEqual(waiting)
  expect(putAway).toHaveBeenCalledOnce()
})

it('a step follows the same step, and ends at another one', async () => {
  const second = { ...open, step: { ...step, id: 'another' } }
  const { end, shown } = start([open])
  const submitted = { name: 'Anna Keller', reason: 'I approve it.', appearance: [], fields: [] }
  await shown().take({ signatures: [{ ...open, step: { ...step, attemptsLeft: 4 }, submitted }] })
  expect(shown().step.get().attemptsLeft).toBe(4)
  // What will be signed is what the service has now, not what was typed here.
  expect(shown().submitted.get()).toEqual(submitted)
  await shown().take({ signatures: [second] })
  expect(await end).toEqual(second)
  const byPhone = { ...open, step: { ...step, kind: 'MOBILE_ID' as const } }
  expect(await start([byPhone]).end).toEqual(byPhone)
})

it('a step is stopped by the signer only once the service has heard it', async () => {
  let tries = 0
  const cancel = async () => {
    tries += 1
    if (tries === 1) throw away
    return { signatures: [] }
  }
  const { end, shown, putAway } = start([open], { cancel })
  await expect(shown().stop()).rejects.toBe(away)
  expect(putAway).not.toHaveBeenCalled()
  await shown().stop()
  expect(await end).toBe('stopped')
})

it('a step ends with the page, and fails where the service says that there is no such thing', async () => {
  const left = start([open])
  left.leave()
  expect(await left.end).toBe('left')
  const gone = start([new CallError({ key: 'not_found', status: 404, message: '' })])
  await expect(gone.end).rejects.toMatchObject({ key: 'not_found' })
  expect(gone.putAway).toHaveBeenCalledOnce()
})
