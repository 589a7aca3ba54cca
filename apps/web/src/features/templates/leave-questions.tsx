import { Trans } from '@lingui/react/macro'
import type { LeaveQuestion } from '#web/ui/leave-question.tsx'

const buttons = { leave: <Trans>Leave</Trans>, stay: <Trans>Stay here</Trans> }

/** A table that was chosen and not sent would be gone. */
export const unsentTable: LeaveQuestion = {
  title: <Trans>Leave without sending?</Trans>,
  text: <Trans>Nothing is sent yet. The table and what you chose for it would have to be given again.</Trans>,
  ...buttons,
}

export const unsavedTemplate: LeaveQuestion = {
  title: <Trans>Leave without saving?</Trans>,
  text: <Trans>What you changed in this template is not saved yet.</Trans>,
  ...buttons,
}
