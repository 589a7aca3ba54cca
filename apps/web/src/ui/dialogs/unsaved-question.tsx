import { Trans } from '@lingui/react/macro'
import { loadCatalogs } from '#web/lib/language/i18n.ts'
import { mayLeave, type LeaveQuestion } from './leave-question.tsx'

const unsavedChanges: LeaveQuestion = {
  title: <Trans>Leave without saving?</Trans>,
  text: <Trans>You have unsaved changes on this page.</Trans>,
  leave: <Trans>Leave without saving</Trans>,
  stay: <Trans>Stay on page</Trans>,
}

/** Asks before a page with unsaved changes is left, in words of its own or those that suit every form. */
export async function askToLeave(question: LeaveQuestion | undefined): Promise<boolean> {
  if (!question) await loadCatalogs('general')
  return mayLeave(question ?? unsavedChanges)
}
