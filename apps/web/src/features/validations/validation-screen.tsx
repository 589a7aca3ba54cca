import { Trans } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { useFocusOnPart } from '#web/ui/layout/use-focus-on-part.ts'
import { PageHeading } from '#web/ui/layout/layout.tsx'
import { PdfDrop } from '#web/ui/forms/pdf-drop.tsx'
import { ErrorState } from '#web/ui/notices/error-state.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { FoundScreen } from './result-screen.tsx'
import { largestFile, lookedAt, readAgain, verify, type ValidationResult } from './validation-calls.ts'

/** Drop a signed PDF, and see whether its signatures hold. */
export function ValidationScreen() {
  const [found, setFound] = useState<ValidationResult | null>(null)
  const [isReading, setReading] = useState(() => lookedAt.get() !== null)
  const [failure, setFailure] = useState<unknown>(null)
  useEffect(() => {
    if (!isReading) return
    const leaving = new AbortController()
    const read = async () => {
      try {
        const again = await readAgain(leaving.signal)
        if (!leaving.signal.aborted) setFound(again)
      } catch (refusal) {
        if (!leaving.signal.aborted) setFailure(refusal)
      }
      if (!leaving.signal.aborted) setReading(false)
    }
    void read()
    return () => leaving.abort()
  }, [isReading])
  useFocusOnPart(isReading ? undefined : found)
  if (isReading) return <Skeleton className="h-64" />
  if (failure !== null) {
    const again = () => {
      setFailure(null)
      setReading(true)
    }
    return <ErrorState failure={failure} onRetry={again} />
  }
  if (found) {
    const another = () => {
      lookedAt.forget()
      setFound(null)
    }
    return <FoundScreen key={found.id} found={found} onAnother={another} />
  }
  return (
    <div className="mx-auto max-w-2xl rounded-sheet border border-line bg-sheet p-5 sm:p-8">
      <PageHeading>
        <Trans>Verify a signed PDF</Trans>
      </PageHeading>
      <p className="mb-5 text-ink-secondary">
        <Trans>
          Check any signed PDF, from any provider: who signed, when, and whether it was changed afterwards. No
          account needed.
        </Trans>
      </p>
      <PdfDrop largest={largestFile} send={verify} onDone={setFound} />
      <p className="mt-5 text-sm text-ink-secondary">
        <Trans>
          We keep the file for an hour so you can view the result, then delete it. You can also delete it
          sooner yourself.
        </Trans>
      </p>
    </div>
  )
}
