import type { StatusSummary } from '@countersign/contract/system-status.ts'
import { EndingBanner } from './ending-banner.tsx'
import { MaintenanceBanner } from './maintenance-banner.tsx'

/** What is being maintained, and which business comes to its end. */
export function LinesAbove({ status, deleteAt }: { status: StatusSummary | null; deleteAt: string | null }) {
  return (
    <>
      {status && <MaintenanceBanner status={status} />}
      {deleteAt && <EndingBanner deleteAt={deleteAt} />}
    </>
  )
}
