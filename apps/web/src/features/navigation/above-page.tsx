import { Suspense } from 'react'
import { businessLines } from '#web/lib/business/business-lines.ts'
import { loadCatalogs } from '#web/lib/language/i18n.ts'
import { systemStatus } from '#web/lib/calls/maintenance.ts'
import { session } from '#web/lib/account/session.ts'
import { useStore } from '#web/lib/browser/store.ts'
import { Strips } from '#web/ui/layout/strips.tsx'
import { TestSystemMark } from '#web/ui/notices/test-system-mark.tsx'
import { later } from '#web/ui/later.tsx'

const Lines = later(async () => {
  const [{ LinesAbove }] = await Promise.all([import('./lines-above.tsx'), loadCatalogs('general')])
  return { default: LinesAbove }
})

/** What is above every page: that this is a test system, and the lines of what one should know of. */
export function AbovePage() {
  const status = useStore(systemStatus)
  const lines = useStore(businessLines)
  const business = useStore(session) && lines
  return (
    <Strips>
      <TestSystemMark />
      {(business || (status && status.maintenances.length > 0)) && (
        <Suspense>
          <Lines status={status} business={business} />
        </Suspense>
      )}
    </Strips>
  )
}
