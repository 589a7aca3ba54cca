import { useEffect, useState } from 'react'
import { returnUrl } from '#web/lib/browser/embedding.ts'
import { isFramed } from '#web/lib/browser/framed.ts'
import type { OpenStep } from './open-step.ts'

/**
 * Leaves for a page of others, whose address is asked for first. What fails is said here, and the step looked at again. From
 * another website's frame it opens in a new window, or in place of that website if it says where to return to.
 */
export function useLeave(open: OpenStep, findAddress: () => Promise<string>) {
  const [leaving, setLeaving] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  /** The browser opened no window: the address is for a link. */
  const [blocked, setBlocked] = useState<string | null>(null)
  // The back button may bring this page back as it was left.
  useEffect(() => {
    const back = ({ persisted }: PageTransitionEvent) => persisted && setLeaving(false)
    window.addEventListener('pageshow', back)
    return () => window.removeEventListener('pageshow', back)
  }, [])

  async function leave() {
    setLeaving(true)
    setFailure(null)
    const opensWindow = isFramed && returnUrl() === null
    // At once: once the address is there, a browser takes it for a window that nobody asked for.
    const beside = opensWindow ? window.open('about:blank') : null
    try {
      const address = await findAddress()
      if (!isFramed) return location.assign(address)
      if (!opensWindow) return void window.open(address, '_top')
      if (beside) showIn(beside, address)
      else setBlocked(address)
      setLeaving(false)
    } catch (refusal) {
      beside?.close()
      setFailure(refusal)
      setLeaving(false)
      await open.take(null).catch(() => undefined)
    }
  }

  return { leaving, failure, setFailure, leave, blocked }
}

/** Others' pages have no hold on the frame that opened them. */
function showIn(beside: Window, address: string): void {
  beside.opener = null
  beside.location.replace(address)
}
