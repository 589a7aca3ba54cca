import { useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import { validConfirmation } from '@countersign/contract/accounts.ts'
import type { OutputOf } from '@countersign/contract/endpoint.ts'
import { call } from '../calls/api.ts'
import { CallError } from '../calls/call-error.ts'

type Confirmation = OutputOf<typeof validConfirmation> & { token: string }

const notGood = new CallError({ key: 'confirmation.invalid', status: 400, message: 'No token for this' })

interface Check {
  /** Null while it is being checked. */
  failure: unknown
  retry: () => void
}

/**
 * Checks the token of a mailed link, which leaves the address at once. `onGood` hears of a good one; a link that is
 * for something else is not.
 */
export function useConfirmation(
  flows: readonly Confirmation['flow'][],
  onGood: (confirmation: Confirmation) => void,
): Check {
  const router = useRouter()
  const [token] = useState(() => new URLSearchParams(location.search).get('token'))
  const [tries, setTries] = useState(0)
  const [failure, setFailure] = useState<unknown>(token === null ? notGood : null)
  const judge = useEffectEvent((confirmation: Confirmation) => {
    if (flows.includes(confirmation.flow)) onGood(confirmation)
    else setFailure(notGood)
  })
  useEffect(() => {
    if (token === null) return
    if (location.search !== '') router.history.replace(location.pathname)
    const abort = new AbortController()
    call(validConfirmation, { body: { token } }, { signal: abort.signal }).then(
      (answer) => judge({ ...answer, token }),
      (refusal: unknown) => {
        if (!abort.signal.aborted) setFailure(refusal)
      },
    )
    return () => abort.abort()
  }, [token, tries, router])
  function retry() {
    setFailure(null)
    setTries(tries + 1)
  }
  return { failure, retry }
}
