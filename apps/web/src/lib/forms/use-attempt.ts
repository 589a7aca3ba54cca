import { useState } from 'react'

/** An action with its loading flag and its error. Returns whether it succeeded. */
export function useAttempt() {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  async function attempt(act: () => Promise<unknown>): Promise<boolean> {
    if (busy) return false
    setBusy(true)
    setFailure(null)
    try {
      await act()
      return true
    } catch (refusal) {
      setFailure(refusal)
      return false
    } finally {
      setBusy(false)
    }
  }
  return { busy, failure, attempt }
}
