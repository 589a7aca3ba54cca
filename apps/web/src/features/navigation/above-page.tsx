import { lazy, Suspense } from 'react'
import { billingNotice } from '#web/lib/billing-notice.ts'
import { endingBusiness } from '#web/lib/ending-business.ts'
import { loadCatalogs } from '#web/lib/i18n.ts'
import { systemStatus } from '#web/lib/maintenance.ts'
import { session } from '#web/lib/session.ts'
import { useStore } from '#web/lib/store.ts'
import { Strips } from '#web/ui/strips.tsx'
import { TestSystemMark } from '#web/ui/test-system-mark.tsx'

const Lines = lazy(async () => {
  const [{ LinesAbove }] = await Promise.all([import('./lines-above.tsx'), loadCatalogs('general')])
  return { default: LinesAbove }
})

/** What is above every page: that this is a test system, and the lines of what one should know of. */
export function AbovePage() {
  const status = useStore(systemStatus)
  const ending = useStore(endingBusiness)
  const notice = useStore(billingNotice)
  const signedIn = useStore(session)
  const deleteAt = signedIn && ending
  const billing = signedIn && notice
  return (
    <Strips>
      <TestSystemMark />
      {(deleteAt || billing || (status && status.maintenances.length > 0)) && (
        <Suspense>
          <Lines status={status} deleteAt={deleteAt} billing={billing} />
        </Suspense>
      )}
    </Strips>
  )
}
