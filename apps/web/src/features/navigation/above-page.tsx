import { Suspense } from 'react'
import { billingNotice } from '#web/lib/business/billing-notice.ts'
import { endingBusiness } from '#web/lib/business/ending-business.ts'
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
