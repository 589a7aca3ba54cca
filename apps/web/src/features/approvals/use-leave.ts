import { useEffect, useState } from 'react'
import type { OpenStep } from './open-step.ts'

/** Leaves for a page of others, whose address is asked for first. What fails is said here, and the step looked at again. */
export function useLeave(open: OpenStep, findAddress: () => Promise<string>) {
  const [leaving, setLeaving] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  // The back button may bring this page back as it was left.
  useEffect(() => {
    const back = ({ persisted }: PageTransitionEvent) => persisted && setLeaving(false)
    window.addEventListener('pageshow', back)
    return () => window.removeEventListener('pageshow', back)
  }, [])

  async function leave() {
    setLeaving(true)
    setFailure(null)
    try {
      location.assign(await findAddress())
    } catch (refusal) {
      setFailure(refusal)
      setLeaving(false)
      await open.take(null).catch(() => undefined)
    }
  }

  return { leaving, failure, setFailure, leave }
}
