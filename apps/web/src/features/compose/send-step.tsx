import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { dayOf } from '#web/lib/day.ts'
import { formatDate, formatNumber } from '#web/lib/format.ts'
import { Notice } from '#web/ui/notice.tsx'
import { TextArea, TextField } from '#web/ui/text-field.tsx'
import type { Problem } from './check-draft.ts'
import { longestMessage, longestTitle } from './check-draft.ts'
import type { Compose } from './use-compose.ts'

const longestWait = 365

const usualWait = 90

export interface SendStepProps {
  compose: Compose
  problems: readonly Problem[]
  /** What the signatures are worth. */
  quality: ReactNode
  /** What goes with the documents, and who looks on. */
  extras: ReactNode
}

/** What the mail says, until when it can be signed, what the signature is worth, and what goes with it. */
export function SendStep({ compose, problems, ...props }: SendStepProps) {
  const { i18n, t } = useLingui()
  const { draft, change } = compose
  const has = (code: Problem['code']) => problems.some((problem) => problem.code === code)
  const { length } = draft.message
  const over = length - longestMessage
  const written = formatNumber(length, i18n.locale)
  const most = formatNumber(longestMessage, i18n.locale)
  const usual = formatDate(inDays(usualWait), i18n.locale)
  return (
    <div className="flex flex-col gap-3">
      <TextField
        label={t`Title`}
        value={draft.title}
        maxLength={longestTitle}
        error={has('title_missing') ? t`Enter a title.` : undefined}
        onChange={(event) => {
          const title = event.target.value
          change((current) => ({ ...current, title }))
        }}
      />
      <TextArea
        label={t`Message`}
        hint={t`Included in the email to signers. Optional. ${written} of ${most} characters.`}
        value={draft.message}
        error={has('message_too_long') ? t`The message is ${over} characters too long.` : undefined}
        onChange={(event) => {
          const message = event.target.value
          change((current) => ({ ...current, message }))
        }}
      />
      <TextField
        label={t`Expires on`}
        hint={t`Default: 90 days (${usual})`}
        type="date"
        min={dayOf(new Date().toISOString())}
        max={dayOf(inDays(longestWait))}
        value={draft.expiresOn}
        error={has('expiry_past') ? t`Choose a future date.` : undefined}
        onChange={(event) => {
          const expiresOn = event.target.value
          change((current) => ({ ...current, expiresOn }))
        }}
      />
      {props.quality}
      {has('places_missing') && (
        <Notice kind="error">
          <Trans>
            Regulated records show the name, reason and time on the page. Place a field for each signer on
            each document.
          </Trans>
        </Notice>
      )}
      {props.extras}
    </div>
  )
}

function inDays(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString()
}
