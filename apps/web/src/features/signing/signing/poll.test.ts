import type { SigningStatus } from '@countersign/contract/signature-request-shapes.ts'
import { describe, expect, it } from 'vitest'
import { outcomeOf, pollUntilDone } from './poll.ts'

const takeStep = () => Promise.reject(new Error('there was no step'))

const open: SigningStatus = { signatureRequestId: 'r', signatureId: 's', status: 'OPEN', error: null }
const signed: SigningStatus = { ...open, status: 'SIGNED' }

function aClock() {
  const waits: number[] = []
  return {
    waits,
    wait: async (milliseconds: number) => {
      waits.push(milliseconds)
      return true
    },
  }
}

describe('polling a signing', () => {
  it('asks every five seconds', async () => {
    const clock = aClock()
    let asked = 0
    const outcome = await pollUntilDone({
      first: open,
      ask: async () => (++asked < 3 ? open : signed),
      isPassing: () => false,
      takeStep,
      ...clock,
    })
    expect(outcome).toEqual({ kind: 'signed' })
    expect(clock.waits).toEqual([5000, 5000, 5000])
  })

  it('does not ask when the first answer is final', async () => {
    const ask = async () => {
      throw new Error('asked')
    }
    expect(
      await pollUntilDone({ first: signed, ask, isPassing: () => false, takeStep, ...aClock() }),
    ).toEqual({
      kind: 'signed',
    })
  })

  it('continues after an answer that did not come through, and ends at a refusal', async () => {
    const answers = [new Error('network'), signed]
    const ask = async () => {
      const answer = answers.shift()
      if (answer instanceof Error) throw answer
      return answer
    }
    expect(await pollUntilDone({ first: open, ask, isPassing: () => true, takeStep, ...aClock() })).toEqual({
      kind: 'signed',
    })
    const refused = async () => {
      throw new Error('not_found')
    }
    await expect(
      pollUntilDone({ first: open, ask: refused, isPassing: () => false, takeStep, ...aClock() }),
    ).rejects.toThrow('not_found')
  })

  it('takes each step before it asks again, and ends with the signer’s no', async () => {
    const step = { kind: 'TAN', id: 'a' } as NonNullable<SigningStatus['step']>
    const second = { ...open, step: { ...step, id: 'b' } }
    const taken: string[] = []
    const run = (ends: (SigningStatus | 'stopped' | 'left')[]) =>
      pollUntilDone({
        first: { ...open, step },
        ask: async () => signed,
        isPassing: () => false,
        takeStep: async (status) => (taken.push(status.step.id), ends.shift() ?? 'left'),
        ...aClock(),
      })
    expect(await run([second, open])).toEqual({ kind: 'signed' })
    expect(taken).toEqual(['a', 'b'])
    expect(await run(['stopped'])).toEqual({ kind: 'stopped' })
    expect(await run(['left'])).toBeNull()
  })

  it('stops when nobody waits any longer', async () => {
    const outcome = await pollUntilDone({
      first: open,
      ask: async () => signed,
      wait: async () => false,
      isPassing: () => false,
      takeStep,
    })
    expect(outcome).toBeNull()
  })
})

describe('an answer', () => {
  it('that is absent is an error', () => {
    expect(outcomeOf(undefined)).toEqual({ kind: 'failed', error: 'signing_failed' })
  })

  it('carries its own reason', () => {
    expect(outcomeOf({ ...open, status: 'ERROR', error: 'timestamp_unavailable' })).toEqual({
      kind: 'failed',
      error: 'timestamp_unavailable',
    })
    expect(outcomeOf({ ...open, status: 'DECLINED' })).toEqual({ kind: 'declined' })
  })
})
