import type { SignatureRequest } from '@countersign/contract/signature-request-shapes.ts'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { onTap } from '#web/features/request-actions/on-tap.ts'
import { directEventsQuery, type DirectLink } from '#web/features/direct-sign/direct-queries.ts'
import { LazyRequestDetails, loadRequestDetails } from '#web/features/signing/lazy-request-details.tsx'

/** Who else signs and what has happened so far, for those who ask. */
export function DirectDetails({ link, request }: { link: DirectLink; request: SignatureRequest }) {
  const [open, setOpen] = useState(false)
  const events = useQuery({ ...directEventsQuery(link, request), enabled: open })
  return (
    <details
      className="rounded-sheet border border-line bg-sheet"
      onToggle={(event) => {
        // Without a connection the page stays as it is, and says so.
        if (event.currentTarget.open) void onTap(loadRequestDetails, () => setOpen(true))
        else setOpen(false)
      }}
    >
      <summary className="min-h-11 cursor-pointer px-3 py-2.5 text-sm font-medium">
        <Trans>Signers and activity</Trans>
      </summary>
      {open && (
        <div className="flex flex-col gap-6 p-3 pt-0">
          <LazyRequestDetails request={request} events={events.data?.items} failure={events.error} />
        </div>
      )}
    </details>
  )
}
