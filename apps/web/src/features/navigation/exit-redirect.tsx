import { Suspense, useState } from 'react'
import { exitDelay, exitOf, forgetExits, storedExits, type ExitEnd } from '#web/lib/requests/exit-redirect.ts'
import { loadCatalogs } from '#web/lib/language/i18n.ts'
import { later } from '#web/ui/later.tsx'

const Countdown = later(async () => {
  const [{ ExitCountdown }] = await Promise.all([import('./exit-countdown.tsx'), loadCatalogs('general')])
  return { default: ExitCountdown }
})

/** Leads away from a request that has come to an end, where the address said so that one came with. */
export function ExitRedirect(props: {
  requestId: string
  end: ExitEnd
  /** Whether the link opened its request; otherwise anybody may have written the address. */
  isLinkKnown?: boolean
}) {
  const { requestId, end, isLinkKnown = true } = props
  const [exits, setExits] = useState(() => storedExits(requestId))
  const url = exits ? exitOf(exits, end) : ''
  if (!exits || url === '') return null
  function stay() {
    forgetExits(requestId)
    setExits(null)
  }
  return (
    <Suspense>
      <Countdown url={url} seconds={exitDelay(exits, isLinkKnown)} onStay={stay} />
    </Suspense>
  )
}
