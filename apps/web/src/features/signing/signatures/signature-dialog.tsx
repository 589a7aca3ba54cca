import type { Seal } from '@countersign/contract/seals.ts'
import type { SignatureRequest } from '@countersign/contract/signature-request-shapes.ts'
import { QueryClientProvider, useQuery, type QueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import {
  signaturesAtMost,
  visualSignaturesQuery,
} from '#web/features/visual-signatures/visual-signature-calls.ts'
import type { DialogControls } from '#web/ui/dialogs/dialog-store.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { SavedSignatures } from './saved-signatures.tsx'
import { NewSignature } from './new-signature.tsx'
import type { DialogAnswer } from './signature-choice.ts'
import { SigningReview } from '../signing/signing-review.tsx'
import { later } from '#web/ui/later.tsx'

/** With its words: only who has an account may have a right on one. */
const ChooseSeal = later(async () => {
  const [{ ChooseSeal: component }, { loadWords }] = await Promise.all([
    import('#web/features/seals/choose-seal.tsx'),
    import('#web/features/seals/words.ts'),
  ])
  await loadWords()
  return { default: component }
})

interface DialogProps {
  request: SignatureRequest
  name: string
  controls: DialogControls<DialogAnswer>
}

/** Choosing one's signature. Account holders find the ones they keep; the typed name is there for everybody. */
export function SignatureDialog(props: DialogProps & { hasAccount: boolean; queries: QueryClient }) {
  const { controls } = props
  const [seal, setSeal] = useState<Seal | null>(null)
  return (
    <QueryClientProvider client={props.queries}>
      <SigningReview request={props.request} isSeal={seal !== null} />
      {props.hasAccount && (
        <Suspense fallback={null}>
          <ChooseSeal
            request={props.request}
            chosen={seal}
            onChoose={setSeal}
            onCancel={controls.close}
            onSeal={({ name, picture }) =>
              controls.act({ signature: { picture, savedId: null, seal: name }, signNow: true })
            }
          />
        </Suspense>
      )}
      {seal === null && (
        <div className="mt-4">
          {props.hasAccount ? (
            <AccountsSignature {...props} />
          ) : (
            <NewSignature name={props.name} mayKeep={false} controls={controls} />
          )}
        </div>
      )}
    </QueryClientProvider>
  )
}

function AccountsSignature({ name, controls }: DialogProps) {
  const saved = useQuery(visualSignaturesQuery)
  const [making, setMaking] = useState(false)
  if (saved.isPending) return <Skeleton className="h-80" />
  // One can sign without them: that they cannot be had right now is no reason to stop.
  const signatures = saved.data?.visualSignatures ?? []
  if (signatures.length > 0 && !making) {
    return <SavedSignatures signatures={signatures} onNew={() => setMaking(true)} controls={controls} />
  }
  return (
    <NewSignature
      name={name}
      mayKeep={!saved.isError && signatures.length < signaturesAtMost}
      controls={controls}
      {...(signatures.length > 0 && { onBack: () => setMaking(false) })}
    />
  )
}
