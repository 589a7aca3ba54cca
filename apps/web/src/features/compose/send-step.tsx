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
        error={has('title_missing') ? t`Please enter a title.` : undefined}
        onChange={(event) => {
          const title = event.target.value
          change((current) => ({ ...current, title }))
        }}
      />
      <TextArea
        label={t`Message`}
        hint={t`Goes into the email to everyone who signs. Optional. ${written} of ${most} characters.`}
        value={draft.message}
        error={
          has('message_too_long')
            ? t`The message is too long: please shorten it by ${over} characters.`
            : undefined
        }
        onChange={(event) => {
          const message = event.target.value
          change((current) => ({ ...current, message }))
        }}
      />
      <TextField
        label={t`Can be signed until`}
        hint={t`Left empty: 90 days, until ${usual}.`}
        type="date"
        min={dayOf(new Date().toISOString())}
        max={dayOf(inDays(longestWait))}
        value={draft.expiresOn}
        error={has('expiry_past') ? t`Please choose a day that is not over yet.` : undefined}
        onChange={(event) => {
          const expiresOn = event.target.value
          change((current) => ({ ...current, expiresOn }))
        }}
      />
      {props.quality}
      {has('places_missing') && (
        <Notice kind="error">
          <Trans>
            On a regulated record, name, reason and time stand on the page: please give each person a place on
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
