import { lazy, Suspense } from 'react'
import { loadCatalogs } from '#web/lib/i18n.ts'
import { systemStatus } from '#web/lib/maintenance.ts'
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

/** What stands above every page: that this is a test system, and what is being maintained. */
export function AbovePage() {
  const status = useStore(systemStatus)
  return (
    <Strips>
      <TestSystemMark />
      {status && status.maintenances.length > 0 && (
        <Suspense>
          <Banner status={status} />
        </Suspense>
      )}
    </Strips>
  )
}
