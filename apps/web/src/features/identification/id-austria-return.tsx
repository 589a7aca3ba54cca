import { Trans } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { RefusalNotice } from '#web/ui/notices/refusal-notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { identificationsQuery } from './queries.ts'
import { StatusScreen } from './status/status-screen.tsx'
import type { Holder } from './holder.ts'

/** Back from ID Austria: hands over what it gave along, once, and says what the service made of it. */
export function IdAustriaReturn({ holder, query }: { holder: Holder; query: string }) {
  const [failure, setFailure] = useState<unknown>(null)
  const isNews = query !== ''
  const queries = useQueryClient()
  const router = useRouter()
  const submitted = useRef('')
  useEffect(() => {
    if (!isNews || submitted.current === query) return
    submitted.current = query
    void holder.calls
      .returnFromIdAustria(query)
      .catch(setFailure)
      .then(() => queries.invalidateQueries({ queryKey: identificationsQuery(holder).queryKey }))
      // What was handed over is good once: it does not stay in the address.
      .then(() => router.history.replace(holder.page('id-austria-success')))
  }, [isNews, query, holder, queries, router])
  if (isNews) return <Skeleton className="h-40" />
  return (
    <>
      {failure !== null && (
        <div className="mb-4">
          <RefusalNotice
            failure={failure}
            action={
              <Button type="secondary" to={holder.page('eidas')}>
                <Trans>Verify your identity</Trans>
              </Button>
            }
          />
        </div>
      )}
      <StatusScreen holder={holder} method="id-austria" />
    </>
  )
}
