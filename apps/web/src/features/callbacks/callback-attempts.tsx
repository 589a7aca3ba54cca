import type { CallbackAttempt, ListedCallback } from '@countersign/contract/callbacks.ts'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { formatDateTime, formatNumber } from '#web/lib/language/format.ts'
import { Button } from '#web/ui/button.tsx'
import { showSnackbar } from '#web/ui/dialogs/snackbar-store.ts'
import { ErrorState } from '#web/ui/notices/error-state.tsx'
import { RefusalNotice } from '#web/ui/notices/refusal-notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { callbackQuery, redeliver, refreshCallbacks } from './callback-calls.ts'

/** How often a callback was tried, what came back each time, and delivering it again. */
export function CallbackAttempts({ callback }: { callback: ListedCallback }) {
  const { t } = useLingui()
  const queries = useQueryClient()
  const [open, setOpen] = useState(false)
  const again = useMutation({
    mutationFn: () => redeliver(callback.id),
    onSuccess: async () => {
      await refreshCallbacks(queries)
      showSnackbar(t`The callback is being delivered again.`)
    },
  })
  return (
    <div className="flex flex-col items-start gap-1">
      <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary className="inline-flex min-h-11 cursor-pointer items-center rounded text-accent underline-offset-4 hover:underline md:min-h-6">
          <Plural value={callback.attempts} one="# attempt" other="# attempts" />
        </summary>
        {open && <Attempts callbackId={callback.id} />}
      </details>
      <Button
        type="text"
        size="sm"
        className="whitespace-nowrap"
        loading={again.isPending}
        onClick={() => again.mutate()}
      >
        <Trans>Deliver again</Trans>
      </Button>
      {again.isError && <RefusalNotice failure={again.error} />}
    </div>
  )
}

function Attempts({ callbackId }: { callbackId: string }) {
  const found = useQuery(callbackQuery(callbackId))
  if (found.isError) return <ErrorState failure={found.error} onRetry={() => void found.refetch()} />
  if (!found.data) return <Skeleton className="h-16" />
  const { attempt_log: attempts } = found.data
  return (
    <ol className="mt-1 flex flex-col gap-2 text-sm">
      {attempts.map((attempt) => (
        <Attempt key={attempt.number} attempt={attempt} />
      ))}
    </ol>
  )
}

function Attempt({ attempt }: { attempt: CallbackAttempt }) {
  const { i18n } = useLingui()
  const at = formatDateTime(attempt.at, i18n.locale)
  const shown = formatNumber(attempt.duration_ms, i18n.locale)
  return (
    <li>
      <span className="block tabular-nums">
        {attempt.number}. {at} · {attempt.status ?? '–'} · <Trans>{shown} ms</Trans>
      </span>
      {attempt.error && <span className="block text-error wrap-anywhere">{attempt.error}</span>}
      {attempt.response && (
        <pre className="mt-1 max-h-40 overflow-auto rounded bg-paper p-2 text-xs wrap-anywhere whitespace-pre-wrap">
          {attempt.response}
        </pre>
      )}
    </li>
  )
}
