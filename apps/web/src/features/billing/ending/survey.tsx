import type { answerSurvey } from '@countersign/contract/subscriptions.ts'
import type { BodyOf } from '@countersign/contract/endpoint.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState, type FormEvent } from 'react'
import { Button } from '#web/ui/button.tsx'
import { ChoiceGroup, Radio } from '#web/ui/forms/checkbox.tsx'
import { DialogButtons } from '#web/ui/dialogs/dialog-host.tsx'
import { openDialog, type DialogControls } from '#web/ui/dialogs/dialog-store.ts'
import { showSnackbar } from '#web/ui/dialogs/snackbar-store.ts'
import { TextArea } from '#web/ui/forms/text-field.tsx'
import { sendSurvey } from '../billing-calls.ts'

type Answer = BodyOf<typeof answerSurvey>
type SurveyTopic = Answer['about']

/** The transactional satisfaction survey: two questions, and none has to be answered. */
export function openSurvey(businessId: string, about: SurveyTopic): void {
  openDialog<Answer>({
    namespace: 'business',
    name: 'transactional-satisfaction-survey',
    title: about === 'upgrade' ? <Trans>How was your purchase?</Trans> : <Trans>Why are you leaving?</Trans>,
    content: (controls) => <Survey about={about} controls={controls} />,
    onAction: async (answer) => {
      await sendSurvey(businessId, answer)
      showSnackbar(<Trans>Thank you for your answer.</Trans>, { color: 'success' })
    },
  })
}

const ratings = [1, 2, 3, 4, 5] as const
const reasons = ['price', 'features', 'usage', 'other_product', 'other'] as const

function Survey({ about, controls }: { about: SurveyTopic; controls: DialogControls<Answer> }) {
  const { t } = useLingui()
  const [rating, setRating] = useState<number | null>(null)
  const [reason, setReason] = useState<(typeof reasons)[number] | null>(null)
  const [comment, setComment] = useState('')
  const reasonWords = {
    price: t`It’s too expensive`,
    features: t`A feature is missing`,
    usage: t`We don’t sign often enough`,
    other_product: t`We use another product`,
    other: t`Another reason`,
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    controls.act({ about, rating, reason, comment: comment.trim() || null })
  }
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      {about === 'upgrade' ? (
        <ChoiceGroup legend={t`Your rating, from 1 (poor) to 5 (excellent)`}>
          <div className="flex flex-wrap gap-4">
            {ratings.map((one) => (
              <Radio
                key={one}
                name="rating"
                label={one}
                checked={rating === one}
                onChange={() => setRating(one)}
              />
            ))}
          </div>
        </ChoiceGroup>
      ) : (
        <ChoiceGroup legend={t`Main reason (optional)`}>
          {reasons.map((one) => (
            <Radio
              key={one}
              name="reason"
              label={reasonWords[one]}
              checked={reason === one}
              onChange={() => setReason(one)}
            />
          ))}
        </ChoiceGroup>
      )}
      <TextArea
        label={t`What could be better? (optional)`}
        rows={3}
        maxLength={2000}
        value={comment}
        onChange={(event) => setComment(event.target.value)}
      />
      <DialogButtons>
        <Button type="secondary" color="neutral" disabled={controls.loading} onClick={controls.close}>
          <Trans>Skip</Trans>
        </Button>
        <Button submit loading={controls.loading}>
          <Trans>Send answer</Trans>
        </Button>
      </DialogButtons>
    </form>
  )
}
