import type { Quality } from '@countersign/contract/values.ts'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState, type ReactNode } from 'react'
import { dayOf, endOfDay } from '#web/lib/language/day.ts'
import { formatDate } from '#web/lib/language/format.ts'
import { TextField } from '#web/ui/forms/text-field.tsx'
import type { Compose } from '../use-compose.ts'

const longestWait = 365

const usualWait = 90

interface SendOptionsProps {
  compose: Compose
  /** The date is wrong: it has to be seen. */
  isExpiryPast: boolean
  children: ReactNode
}

/** What most requests leave as it is, closed, with what is set. */
export function SendOptions({ compose, isExpiryPast, children }: SendOptionsProps) {
  const { i18n, t } = useLingui()
  const { draft, change } = compose
  const [isOpen, setOpen] = useState(false)
  const usual = formatDate(inDays(usualWait), i18n.locale)
  return (
    <details
      open={isOpen || isExpiryPast}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      className="rounded border border-line bg-sheet"
    >
      <summary className="min-h-11 cursor-pointer px-3 py-2.5 text-sm">
        <span className="font-semibold">
          <Trans>Options</Trans>
        </span>
        <span className="block truncate pt-0.5 text-xs text-ink-secondary">
          <Chosen compose={compose} />
        </span>
      </summary>
      {(isOpen || isExpiryPast) && (
        <div className="flex flex-col gap-3 px-3 pb-3">
          <TextField
            label={t`Expires on`}
            hint={t`Default: 90 days (${usual})`}
            type="date"
            min={dayOf(new Date().toISOString())}
            max={dayOf(inDays(longestWait))}
            value={draft.expiresOn}
            error={isExpiryPast ? t`Choose a future date.` : undefined}
            onChange={(event) => {
              const expiresOn = event.target.value
              change((current) => ({ ...current, expiresOn }))
            }}
          />
          {children}
        </div>
      )}
    </details>
  )
}

const levels: Record<Quality, string> = {
  SES: 'SES',
  AES_MINIMAL: 'AES',
  AES: 'AES',
  QES: 'QES',
  DEMO: 'Demo',
  PART11: 'Part 11',
}

function Chosen({ compose: { draft, server } }: { compose: Compose }) {
  const { i18n } = useLingui()
  const until = endOfDay(draft.expiresOn)
  const day = until && formatDate(until, i18n.locale)
  const { attachments, observers } = server
  return (
    <>
      {levels[draft.quality]} · {day ? <Trans>expires on {day}</Trans> : <Trans>expires after 90 days</Trans>}
      {attachments.length > 0 && (
        <>
          {' · '}
          <Plural value={attachments.length} one="# attachment" other="# attachments" />
        </>
      )}
      {observers.length > 0 && (
        <>
          {' · '}
          <Plural value={observers.length} one="# observer" other="# observers" />
        </>
      )}
    </>
  )
}

function inDays(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString()
}
