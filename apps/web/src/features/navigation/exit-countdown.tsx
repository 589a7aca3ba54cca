import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { Button } from '#web/ui/button.tsx'

/** Says where one is taken and when, and lets one go at once or not at all (WCAG 2.2.1). */
export function ExitCountdown(props: { url: string; seconds: number; onStay: () => void }) {
  const { url, seconds } = props
  const { t } = useLingui()
  const left = useCountdown(seconds, url)
  const { host } = new URL(url)
  return (
    <section
      aria-label={t`Leaving Countersign`}
      className="w-full rounded border border-line bg-selected p-4 text-left text-sm text-ink"
    >
      {/* Said once: a number that changes every second is not to be read out. */}
      <p role="status" className="sr-only">
        <Trans>
          Redirecting to {host} in <Plural value={seconds} one="# second" other="# seconds" />.
        </Trans>
      </p>
      <p aria-hidden="true" className="wrap-anywhere tabular-nums">
        <Trans>
          Redirecting to <strong>{host}</strong> in <Plural value={left} one="# second" other="# seconds" />.
        </Trans>
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button size="md" onClick={() => location.assign(url)}>
          <Trans>Go now</Trans>
        </Button>
        <Button size="md" type="secondary" onClick={props.onStay}>
          <Trans>Stay on page</Trans>
        </Button>
      </div>
    </section>
  )
}

/** The seconds that are left; at their end the page is left. By the clock: a tab in the background counts on. */
function useCountdown(seconds: number, url: string): number {
  const [end] = useState(() => Date.now() + seconds * 1000)
  const [left, setLeft] = useState(seconds)
  useEffect(() => {
    const tick = () => {
      const rest = Math.max(Math.ceil((end - Date.now()) / 1000), 0)
      setLeft(rest)
      if (rest > 0) return
      window.clearInterval(timer)
      location.assign(url)
    }
    const timer = window.setInterval(tick, 250)
    tick()
    return () => window.clearInterval(timer)
  }, [end, url])
  return left
}
