import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { PageHeading } from '#web/ui/layout.tsx'
import { PdfDrop } from '#web/ui/pdf-drop.tsx'
import { FoundScreen } from './found-screen.tsx'
import { largestFile, verify, type Found } from './verify-calls.ts'

/** Drop a signed PDF, and see whether its signatures hold. */
export function VerifyScreen() {
  const [found, setFound] = useState<Found | null>(null)
  if (found) return <FoundScreen key={found.id} found={found} onAnother={() => setFound(null)} />
  return (
    <div className="mx-auto max-w-2xl rounded-sheet border border-line bg-sheet p-5 sm:p-8">
      <PageHeading>
        <Trans>Check a signed PDF</Trans>
      </PageHeading>
      <p className="mb-5 text-ink-secondary">
        <Trans>
          Whoever signed it, with whatever service: you see whether the signatures hold, who made them and
          when, and whether anything was changed since. You need no account.
        </Trans>
      </p>
      <PdfDrop largest={largestFile} send={verify} onDone={setFound} />
      <p className="mt-5 text-sm text-ink-secondary">
        <Trans>
          The file is kept for an hour so that you can look at it here, then deleted. You can delete it at
          once.
        </Trans>
      </p>
    </div>
  )
}
