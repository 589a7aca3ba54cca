import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useState, type ReactNode } from 'react'
import { isCallError } from '#web/lib/calls/call-error.ts'
import { formatDateTime, formatTime } from '#web/lib/language/format.ts'
import { ErrorNotice } from './error-notice.tsx'
import { Notice } from './notice.tsx'

/** Why a try was refused, beside its form. Who tried too often sees when the next try counts. */
export function RefusalNotice({ failure, action }: { failure: unknown; action?: ReactNode }) {
  const wait = isCallError(failure, 'rate.exceeded') ? failure.retryAfter : undefined
  return wait === undefined || !Number.isFinite(wait) ? (
    <ErrorNotice failure={failure} action={action} />
  ) : (
    <Throttled key={String(wait)} seconds={wait} />
  )
}

function Throttled({ seconds }: { seconds: number }) {
  const { i18n } = useLingui()
  const [until] = useState(() => new Date(Date.now() + seconds * 1000))
  const [over, setOver] = useState(false)
  useEffect(() => {
    const timer = window.setTimeout(() => setOver(true), seconds * 1000)
    return () => window.clearTimeout(timer)
  }, [seconds])
  if (over) {
    return (
      <Notice kind="info">
        <Trans>You can try again now.</Trans>
      </Notice>
    )
  }
  if (until.toDateString() !== new Date().toDateString()) {
    const dateAndTime = formatDateTime(until, i18n.locale)
    return (
      <Notice kind="error">
        <Trans>Too many attempts. Please try again after {dateAndTime}.</Trans>
      </Notice>
    )
  }
  const time = formatTime(until, i18n.locale)
  return (
    <Notice kind="error">
      <Trans>Too many attempts. Please try again at {time}.</Trans>
    </Notice>
  )
}
