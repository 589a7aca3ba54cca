import { lazy, Suspense } from 'react'
import { loadCatalogs } from '#web/lib/i18n.ts'
import { endingBusiness } from '#web/lib/ending-business.ts'
import { systemStatus } from '#web/lib/maintenance.ts'
import { isAlive, session } from '#web/lib/session.ts'
import { useStore } from '#web/lib/store.ts'
import { Strips } from '#web/ui/strips.tsx'
import { TestSystemMark } from '#web/ui/test-system-mark.tsx'

const Banner = lazy(async () => {
  const [{ MaintenanceBanner }] = await Promise.all([
    import('./maintenance-banner.tsx'),
    loadCatalogs('general'),
  ])
  return { default: MaintenanceBanner }
})

const Ending = lazy(async () => {
  const [{ EndingBanner }] = await Promise.all([import('./ending-banner.tsx'), loadCatalogs('general')])
  return { default: EndingBanner }
})

/** What stands above every page: that this is a test system, what is being maintained, and what comes to its end. */
export function AbovePage() {
  const status = useStore(systemStatus)
  const deleteAt = useStore(endingBusiness)
  const current = useStore(session)
  return (
    <Strips>
      <TestSystemMark />
      {status && status.maintenances.length > 0 && (
        <Suspense>
          <Banner status={status} />
        </Suspense>
      )}
      {deleteAt && current && isAlive(current) && (
        <Suspense>
          <Ending deleteAt={deleteAt} />
        </Suspense>
      )}
    </Strips>
  )
}
