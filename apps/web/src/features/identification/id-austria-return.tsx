import { Trans } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { isOutcomeUnknown } from '#web/lib/calls/unanswered.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorState } from '#web/ui/notices/error-state.tsx'
import { RefusalNotice } from '#web/ui/notices/refusal-notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { identificationsQuery } from './queries.ts'
import { StatusScreen } from './status/status-screen.tsx'
import type { Holder } from './holder.ts'

/** Back from ID Austria: hands over what it gave along, once, and says what the service made of it. */
export function IdAustriaReturn({ holder, query }: { holder: Holder; query: string }) {
  const [failure, setFailure] = useState<unknown>(null)
  const [tries, setTries] = useState(1)
  const isNews = query !== ''
  const queries = useQueryClient()
  const router = useRouter()
  const submitted = useRef('')
  useEffect(() => {
    const attempt = `${tries} ${query}`
    if (!isNews || submitted.current === attempt) return
    submitted.current = attempt
    void handOver()

    async function handOver() {
      setFailure(null)
      const refusal: unknown = await holder.calls.returnFromIdAustria(query).then(
        () => null,
        (reason: unknown) => reason,
      )
      setFailure(refusal)
      // It may not have arrived: what is in the address is handed over again.
      if (isOutcomeUnknown(refusal)) return
      await queries.invalidateQueries({ queryKey: identificationsQuery(holder).queryKey })
      // What was handed over is good once: it does not stay in the address.
      router.history.replace(holder.page('id-austria-success'))
    }
  }, [isNews, query, tries, holder, queries, router])
  if (isNews && isOutcomeUnknown(failure))
    return <ErrorState failure={failure} onRetry={() => setTries(tries + 1)} />
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
