import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useState, type ReactNode } from 'react'
import { useStore } from '#web/lib/browser/store.ts'
import { Notice } from '#web/ui/notices/notice.tsx'
import type { OpenStep } from './open-step.ts'

/**
 * Name, reason and appearance that will be signed, as the service has them now (21 CFR 11.50): also in a tab that was opened
 * again, and where another one has submitted something else since.
 */
export function Submitted({ open }: { open: OpenStep }) {
  const { t } = useLingui()
  const submitted = useStore(open.submitted)
  const { revision } = useStore(open.step)
  const [shownFirst] = useState(revision)
  const picture = usePicture(open, revision)
  if (!submitted) return null
  return (
    <section aria-label={t`Document`} className="flex flex-col gap-3">
      <div role="status">
        {revision !== shownFirst && (
          <Notice kind="info">
            <Trans>This has changed since you opened the page. Check it before you sign.</Trans>
          </Notice>
        )}
      </div>
      <dl className="flex flex-col gap-1 rounded border border-line p-3 text-sm">
        <Fact name={<Trans>Signed as</Trans>}>
          <bdi>{submitted.name}</bdi>
        </Fact>
        {submitted.reason && (
          <Fact name={<Trans>Reason</Trans>}>
            <bdi>{submitted.reason}</bdi>
          </Fact>
        )}
        {picture && (
          <Fact name={<Trans>Appearance</Trans>}>
            <img
              src={`data:image/png;base64,${picture}`}
              alt={t`Preview of your signature`}
              className="max-h-20 max-w-full rounded bg-document object-contain p-1"
            />
          </Fact>
        )}
      </dl>
    </section>
  )
}

function Fact({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <div className="flex flex-wrap gap-x-4">
      <dt className="w-28 text-ink-secondary">{name}</dt>
      <dd className="min-w-[min(100%,7rem)] grow basis-0 wrap-anywhere">{children}</dd>
    </div>
  )
}

/** Without it the words are there all the same. */
function usePicture(open: OpenStep, revision: number): string | null {
  const hasPicture = (useStore(open.submitted)?.appearance.length ?? 0) > 0
  const [picture, setPicture] = useState<string | null>(null)
  useEffect(() => {
    let isOver = false
    const take = (found: string | null) => isOver || setPicture(found)
    if (hasPicture) open.calls.picture(open.requestId, open.signatureId).then(take, () => take(null))
    else take(null)
    return () => {
      isOver = true
    }
  }, [open, revision, hasPicture])
  return picture
}
