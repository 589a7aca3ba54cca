import { lazy, Suspense, useState } from 'react'
import { exitOf, forgetExits, keptExits, type ExitEnd } from '#web/lib/exit-redirect.ts'
import { loadCatalogs } from '#web/lib/i18n.ts'

const Countdown = lazy(async () => {
  const [{ ExitCountdown }] = await Promise.all([import('./exit-countdown.tsx'), loadCatalogs('general')])
  return { default: ExitCountdown }
})

/** Leads away from a request that has come to an end, where the address said so that one came with. */
export function ExitRedirect(props: {
  requestId: string
  end: ExitEnd
  /** Where nothing vouches for the link, nobody is sent away before they can read where to. */
  atLeast?: number
}) {
  const { requestId, end, atLeast = 0 } = props
  const [exits, setExits] = useState(() => keptExits(requestId))
  const url = exits ? exitOf(exits, end) : ''
  if (!exits || url === '') return null
  function stay() {
    forgetExits(requestId)
    setExits(null)
  }
  return (
    <Suspense>
      <Countdown url={url} seconds={Math.max(exits.timeout, atLeast)} onStay={stay} />
    </Suspense>
  )
}
