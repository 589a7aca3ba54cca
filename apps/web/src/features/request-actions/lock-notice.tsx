import type { getLockStatus } from '@countersign/contract/signature-requests.ts'
import type { OutputOf } from '@countersign/contract/endpoint.ts'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Icon } from '#web/ui/icon.tsx'

export type LockStatus = OutputOf<typeof getLockStatus>

const whileLocked = 5000
const otherwise = 15_000

/** Says who is signing just now, for as long as it takes: a document takes one signature at a time. */
export function LockNotice(props: {
  requestId: string
  ask: (signal: AbortSignal) => Promise<LockStatus>
  onChange: (isLocked: boolean) => void
}) {
  const { onChange } = props
  const status = useQuery({
    queryKey: ['lock-status', props.requestId],
    queryFn: ({ signal }) => props.ask(signal),
    refetchInterval: ({ state }) => (state.data?.locked ? whileLocked : otherwise),
  })
  // Where nobody knows, one may try: the service itself refuses a second signature at a time.
  const isLocked = status.data?.locked === true && !status.isError
  useEffect(() => {
    onChange(isLocked)
    return () => onChange(false)
  }, [isLocked, onChange])
  const who = status.data?.locked_by
  return (
    <div role="status" className={isLocked ? undefined : '-mb-2'}>
      {isLocked && (
        <p className="flex items-start gap-2 text-sm">
          <span className="text-waiting">
            <Icon name="clock" size={18} />
          </span>
          <span className="min-w-0 wrap-anywhere">
            {who ? <Trans>{who} is signing right now.</Trans> : <Trans>Someone is signing right now.</Trans>}{' '}
            <Trans>It’s almost your turn.</Trans>
          </span>
        </p>
      )}
    </div>
  )
}
