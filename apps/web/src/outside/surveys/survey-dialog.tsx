import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { DialogButtons } from '#web/ui/dialogs/dialog-host.tsx'
import { type DialogControls, openDialog } from '#web/ui/dialogs/dialog-store.ts'
import { TextArea } from '#web/ui/forms/text-field.tsx'

export interface SurveyAnswer {
  /** From 0 to 10. */
  readonly score: number
  readonly comment: string
}

const scores = Array.from({ length: 11 }, (_, score) => score)

/** Asks how satisfied someone is with the product: the dialog 'relationship satisfaction survey'. */
export function askForSatisfaction(onAnswer: (answer: SurveyAnswer) => Promise<void>): void {
  openDialog<SurveyAnswer>({
    namespace: 'general',
    name: 'relationship satisfaction survey',
    title: <Trans>How likely are you to recommend Countersign?</Trans>,
    content: (controls) => <SurveyForm controls={controls} />,
    onAction: onAnswer,
  })
}

function SurveyForm({ controls }: { controls: DialogControls<SurveyAnswer> }) {
  const { t } = useLingui()
  const [score, setScore] = useState<number | null>(null)
  const [comment, setComment] = useState('')
  const [checked, setChecked] = useState(false)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        setChecked(true)
        if (score !== null) controls.act({ score, comment: comment.trim() })
      }}
    >
      <fieldset>
        <legend className="text-ink-secondary">
          <Trans>0 means not at all likely, 10 means extremely likely.</Trans>
        </legend>
        <div className="mt-3 flex flex-wrap gap-1">
          {scores.map((value) => (
            <label
              key={value}
              className="grid size-11 cursor-pointer place-items-center rounded border border-line has-checked:border-accent has-checked:bg-accent has-checked:text-on-accent has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent"
            >
              <input
                type="radio"
                name="score"
                value={value}
                checked={score === value}
                onChange={() => setScore(value)}
                className="sr-only"
              />
              {value}
            </label>
          ))}
        </div>
      </fieldset>
      {checked && score === null && (
        <p role="alert" className="mt-2 text-sm text-error">
          <Trans>Please choose a number.</Trans>
        </p>
      )}
      <div className="mt-4">
        <TextArea
          label={t`What is the main reason? (optional)`}
          rows={3}
          maxLength={1000}
          value={comment}
          onChange={(event) => setComment(event.target.value)}
        />
      </div>
      <DialogButtons>
        <Button type="secondary" color="neutral" onClick={controls.close}>
          <Trans>Not now</Trans>
        </Button>
        <Button submit loading={controls.loading}>
          <Trans>Send answer</Trans>
        </Button>
      </DialogButtons>
    </form>
  )
}
