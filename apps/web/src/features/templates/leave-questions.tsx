import { Trans } from '@lingui/react/macro'
import type { LeaveQuestion } from '#web/ui/dialogs/leave-question.tsx'

const buttons = { leave: <Trans>Leave page</Trans>, stay: <Trans>Stay on page</Trans> }

/** A table that was chosen and not sent would be gone. */
export const unsentTable: LeaveQuestion = {
  title: <Trans>Leave without sending?</Trans>,
  text: <Trans>Nothing has been sent yet. You’d have to upload the table and set it up again.</Trans>,
  ...buttons,
}

export const unsavedTemplate: LeaveQuestion = {
  title: <Trans>Leave without saving?</Trans>,
  text: <Trans>Your changes to this template aren’t saved yet.</Trans>,
  ...buttons,
}
