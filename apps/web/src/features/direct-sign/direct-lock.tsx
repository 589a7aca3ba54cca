import { getDirectLockStatus } from '@countersign/contract/signature-requests.ts'
import { LockNotice } from '#web/features/request-actions/lock-notice.tsx'
import { call } from '#web/lib/calls/api.ts'
import type { DirectLink } from './direct-queries.ts'

/** Is someone else signing just now? Loaded after the page. */
export function DirectLock({ link, onChange }: { link: DirectLink; onChange: (isLocked: boolean) => void }) {
  const credential = { userId: link.userid, requestId: link.id }
  return (
    <LockNotice
      requestId={link.id}
      ask={(signal) =>
        call(getDirectLockStatus, { params: { id: link.id } }, { credential, signal, background: true })
      }
      onChange={onChange}
    />
  )
}
