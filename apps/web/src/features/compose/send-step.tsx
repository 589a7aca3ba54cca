import { Trans, useLingui } from '@lingui/react/macro'
import { Select } from '#web/ui/select.tsx'
import { TextArea, TextField } from '#web/ui/text-field.tsx'
import type { Problem } from './check-draft.ts'
import { longestMessage, longestTitle } from './check-draft.ts'
import { dayOf } from './draft.ts'
import type { Compose } from './use-compose.ts'

const longestWait = 365

/** What the mail says, until when it can be signed, and what the signature is worth. */
export function SendStep({ compose, problems }: { compose: Compose; problems: readonly Problem[] }) {
  const { t } = useLingui()
  const { draft, change } = compose
  const has = (code: Problem['code']) => problems.some((problem) => problem.code === code)
  const left = longestMessage - draft.message.length
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
        hint={t`Goes into the e-mail to everyone who signs. Optional.`}
        value={draft.message}
        error={
          has('message_too_long')
            ? t`The message is too long: please shorten it by ${-left} characters.`
            : undefined
        }
        onChange={(event) => {
          const message = event.target.value
          change((current) => ({ ...current, message }))
        }}
      />
      <TextField
        label={t`Can be signed until`}
        hint={t`Left empty: 90 days.`}
        type="date"
        min={dayOf(new Date().toISOString())}
        max={dayOf(new Date(Date.now() + longestWait * 86_400_000).toISOString())}
        value={draft.expiresOn}
        error={has('expiry_past') ? t`Please choose a day that is not over yet.` : undefined}
        onChange={(event) => {
          const expiresOn = event.target.value
          change((current) => ({ ...current, expiresOn }))
        }}
      />
      <Select
        label={t`Kind of signature`}
        value={draft.quality}
        options={[
          { value: 'SES', label: t`Simple electronic signature` },
          { value: 'DEMO', label: t`Demonstration, without legal effect` },
        ]}
        onChange={(event) => {
          const quality = event.target.value === 'DEMO' ? 'DEMO' : 'SES'
          change((current) => ({ ...current, quality }))
        }}
      />
      <p className="text-sm text-ink-secondary">
        {draft.quality === 'SES' ? (
          <Trans>Binding wherever the law does not ask for a handwritten signature.</Trans>
        ) : (
          <Trans>To try things out: the documents are marked and bind nobody.</Trans>
        )}
      </p>
    </div>
  )
}
