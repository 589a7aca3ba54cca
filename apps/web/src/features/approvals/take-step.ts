import type { SigningStatus, SigningStep } from '@countersign/contract/signature-request-shapes.ts'
import { createStore } from '#web/lib/browser/store.ts'
import type { ApprovalCalls } from './approval-calls.ts'
import type { OpenStep, ShowStep, StepEnd } from './open-step.ts'

/** While a step is shown, it is asked this often how the signing stands. */
const askEvery = 5000

export interface StepWorld {
  readonly calls: ApprovalCalls
  /** Waits, or shorter where something was heard; false when nobody wants to know any longer. */
  wait(milliseconds: number): Promise<boolean>
  /** Failures after which one asks again. */
  isPassing(failure: unknown): boolean
}

/**
 * Shows what the signer does next, and answers when that is no longer what they have to do: done here, on another page, on
 * the phone, or over.
 */
export function takeStep(
  first: SigningStatus & { step: SigningStep },
  world: StepWorld,
  show: Record<SigningStep['kind'], ShowStep>,
): Promise<StepEnd> {
  const { signatureRequestId: requestId, signatureId } = first
  const { calls } = world
  const step = createStore(first.step)
  const submitted = createStore(first.submitted ?? null)
  return new Promise((resolve, reject) => {
    let isOver = false
    let putAway: (() => void) | null = null
    const end = (settle: () => void) => {
      if (isOver) return
      isOver = true
      putAway?.()
      settle()
    }
    const see = (status: SigningStatus) => {
      const next = stepAfter(status, step.get())
      if (next) {
        step.set(next)
        submitted.set(status.submitted ?? null)
      }
      if (!next) end(() => resolve(status))
    }
    const look = async () => see(await calls.status(requestId, signatureId))
    const open: OpenStep = {
      step,
      submitted,
      requestId,
      signatureId,
      calls,
      async take(answer) {
        const own = answer?.signatures.find((one) => one.signatureId === signatureId)
        await (own ? see(own) : look())
      },
      async stop() {
        await calls.cancel(step.get().id)
        end(() => resolve('stopped'))
      },
      leave: () => end(() => resolve('left')),
    }
    const follow = async (): Promise<void> => {
      if (!(await world.wait(askEvery))) return end(() => resolve('left'))
      if (isOver) return
      await look().catch((failure: unknown) => {
        if (!world.isPassing(failure)) end(() => reject(failure))
      })
      return follow()
    }
    putAway = show[first.step.kind](open)
    void follow()
  })
}

/** The same step as it stands now; null where something else comes. */
export function stepAfter(status: SigningStatus, shown: SigningStep): SigningStep | null {
  const { step } = status
  return status.status === 'OPEN' && step?.id === shown.id && step.kind === shown.kind ? step : null
}
