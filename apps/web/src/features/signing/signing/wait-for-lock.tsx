import { getDirectLockStatus, getLockStatus } from '@countersign/contract/signature-requests.ts'
import type { SignatureRequest } from '@countersign/contract/signature-request-shapes.ts'
import type { OutputOf } from '@countersign/contract/endpoint.ts'
import { useLingui as useCatalog } from '@lingui/react'
import { Trans } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import type { Visitor } from '#web/features/approvals/approval-calls.ts'
import { isolate } from '#web/lib/language/isolate.ts'
import { call } from '#web/lib/calls/api.ts'
import { formatTime } from '#web/lib/language/format.ts'
import { Notice } from '#web/ui/notices/notice.tsx'

type Lock = OutputOf<typeof getLockStatus>

const askEvery = 5000

/** Who signs just now and until when at the latest; signs on its own once it is one's turn. */
export function WaitForLock(props: { request: SignatureRequest; visitor: Visitor; onFree: () => void }) {
  const { i18n } = useCatalog()
  const { request, visitor } = props
  const [lock, setLock] = useState<Lock | null>(null)
  const onFree = useRef(props.onFree)
  useEffect(() => {
    onFree.current = props.onFree
  })
  useEffect(() => {
    let alive = true
    let timer: number | undefined
    const ask = async (isFirst: boolean) => {
      const next = await lockOf(request.id, visitor).catch(() => null)
      if (!alive) return
      if (next) setLock(next)
      // Not at once: anyone who was refused a moment ago waits a little whatever is said.
      if (!isFirst && next && !next.locked) onFree.current()
      else timer = window.setTimeout(() => void ask(false), askEvery)
    }
    void ask(true)
    return () => {
      alive = false
      window.clearTimeout(timer)
    }
  }, [request.id, visitor])
  const who = lock?.locked_by && isolate(lock.locked_by)
  const until = lock?.until ? formatTime(lock.until, i18n.locale) : null
  return (
    <Notice kind="info">
      {who ? <Trans>{who} is signing right now.</Trans> : <Trans>Someone is signing right now.</Trans>}{' '}
      {until && <Trans>They have until {until}.</Trans>}{' '}
      <Trans>This page waits, then signs automatically.</Trans>
    </Notice>
  )
}

function lockOf(id: string, visitor: Visitor): Promise<Lock> {
  const options = { background: true, ...(visitor && { credential: visitor }) }
  return visitor
    ? call(getDirectLockStatus, { params: { id } }, options)
    : call(getLockStatus, { params: { id } }, options)
}
