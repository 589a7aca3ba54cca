import type { ReactNode } from 'react'
import { RefusalNotice } from '#web/ui/notices/refusal-notice.tsx'
import { Button } from '#web/ui/button.tsx'

/** The end of a section's form: what went wrong, if anything, and the button that says what happens. */
export function SaveButton({
  failure,
  loading,
  children,
}: {
  failure: unknown
  loading: boolean
  children: ReactNode
}) {
  return (
    <div className="mt-4 flex flex-col gap-3 sm:items-start">
      {failure !== null && <RefusalNotice failure={failure} />}
      <Button submit type="secondary" loading={loading}>
        {children}
      </Button>
    </div>
  )
}
