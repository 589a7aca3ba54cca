import type { SignatureRequest } from '@countersign/contract/signature-request-shapes.ts'
import { QueryClientProvider, useQuery, type QueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { keptAtMost, visualSignaturesQuery } from '#web/features/visual-signatures/visual-signature-calls.ts'
import type { DialogControls } from '#web/ui/dialog-store.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { KeptSignatures } from './kept-signatures.tsx'
import { NewSignature } from './new-signature.tsx'
import type { DialogAnswer } from './signature-choice.ts'
import { SigningReview } from './signing-review.tsx'

interface DialogProps {
  request: SignatureRequest
  name: string
  controls: DialogControls<DialogAnswer>
}

/** Choosing one's signature. Account holders find the ones they keep; the typed name is there for everybody. */
export function SignatureDialog(props: DialogProps & { hasAccount: boolean; queries: QueryClient }) {
  return (
    <QueryClientProvider client={props.queries}>
      <SigningReview request={props.request} />
      <div className="mt-4">
        {props.hasAccount ? (
          <AccountsSignature {...props} />
        ) : (
          <NewSignature name={props.name} mayKeep={false} controls={props.controls} />
        )}
      </div>
    </QueryClientProvider>
  )
}

function AccountsSignature({ name, controls }: DialogProps) {
  const kept = useQuery(visualSignaturesQuery)
  const [making, setMaking] = useState(false)
  if (kept.isPending) return <Skeleton className="h-80" />
  // One can sign without them: that they cannot be had right now is no reason to stop.
  const signatures = kept.data?.visualSignatures ?? []
  if (signatures.length > 0 && !making) {
    return <KeptSignatures signatures={signatures} onNew={() => setMaking(true)} controls={controls} />
  }
  return (
    <NewSignature
      name={name}
      mayKeep={!kept.isError && signatures.length < keptAtMost}
      controls={controls}
      {...(signatures.length > 0 && { onBack: () => setMaking(false) })}
    />
  )
}
