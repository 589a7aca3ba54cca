import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { formatNumber } from '#web/lib/language/format.ts'
import { Notice } from '#web/ui/notices/notice.tsx'
import { TextArea, TextField } from '#web/ui/forms/text-field.tsx'
import type { Problem } from '../drafts/check-draft.ts'
import { longestMessage, longestTitle } from '../drafts/check-draft.ts'
import { SendOptions } from './send-options.tsx'
import type { Compose } from '../use-compose.ts'

export interface SendStepProps {
  compose: Compose
  problems: readonly Problem[]
  /** What the signatures are worth. */
  quality: ReactNode
  /** What goes with the documents, and who looks on. */
  extras: ReactNode
}

/** What the email says, and the options. */
export function SendStep({ compose, problems, ...props }: SendStepProps) {
  const { i18n, t } = useLingui()
  const { draft, change } = compose
  const tooLong = () =>
    plural(over, {
      one: 'The message is # character too long.',
      other: 'The message is # characters too long.',
    })
  const has = (code: Problem['code']) => problems.some((problem) => problem.code === code)
  const { length } = draft.message
  const over = length - longestMessage
  const written = formatNumber(length, i18n.locale)
  const most = formatNumber(longestMessage, i18n.locale)
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
        error={has('message_too_long') ? tooLong() : undefined}
        onChange={(event) => {
          const message = event.target.value
          change((current) => ({ ...current, message }))
        }}
      />
      {has('places_missing') && (
        <Notice kind="error">
          <Trans>
            Regulated records show the name, reason and time on the page. Place a field for each signer on
            each document.
          </Trans>
        </Notice>
      )}
      <SendOptions compose={compose} isExpiryPast={has('expiry_past')}>
        {props.quality}
        {props.extras}
      </SendOptions>
    </div>
  )
}
