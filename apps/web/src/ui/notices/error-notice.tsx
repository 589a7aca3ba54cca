import { useLingui } from '@lingui/react'
import type { ReactNode } from 'react'
import { describeFailure } from '#web/lib/errors/errors.ts'
import { Notice } from './notice.tsx'

/** What happened, that nothing was lost, and what to do. */
export function ErrorNotice({ failure, action }: { failure: unknown; action?: ReactNode }) {
  const { i18n } = useLingui()
  return (
    <Notice kind="error" action={action}>
      {describeFailure(failure, i18n)}
    </Notice>
  )
}
