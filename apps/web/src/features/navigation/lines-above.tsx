import type { StatusSummary } from '@countersign/contract/system-status.ts'
import type { BillingNotice } from '#web/lib/business/billing-notice.ts'
import { BillingBanner } from './billing-banner.tsx'
import { EndingBanner } from './ending-banner.tsx'
import { MaintenanceBanner } from './maintenance-banner.tsx'

/** What is being maintained, which business comes to its end, and what its plan needs. */
export function LinesAbove(props: {
  status: StatusSummary | null
  deleteAt: string | null
  billing: BillingNotice | null
}) {
  const { status, deleteAt, billing } = props
  return (
    <>
      {status && <MaintenanceBanner status={status} />}
      {deleteAt && <EndingBanner deleteAt={deleteAt} />}
      {billing && !deleteAt && <BillingBanner notice={billing} />}
    </>
  )
}
