import type { SignatureRequest } from '@countersign/contract/signature-request-shapes.ts'
import { Trans } from '@lingui/react/macro'
import type { QueryClient } from '@tanstack/react-query'
import { openDialog } from '#web/ui/dialogs/dialog-store.ts'
import { openRequirements, openMissing } from '../requirements/unmet-requirements.tsx'
import type { DialogAnswer } from './signature-choice.ts'
import { SignatureDialog } from './signature-dialog.tsx'
import type { SigningCalls } from '../signing/signing-calls.ts'

interface ChoiceOptions {
  readonly request: SignatureRequest
  readonly name: string
  readonly calls: SigningCalls
  readonly queries: QueryClient
  readonly onAnswer: (answer: DialogAnswer) => void
  /** The request is not what it was: something that was missing is there. */
  readonly onSettled: () => void
}

/** Choosing one's signature; first what is in the way of it, where something is. */
export function chooseSignature(choosing: ChoiceOptions): void {
  const { request, calls } = choosing
  const option = request.viewer.signing
  if (!option?.unmet.length) return openChoice(choosing)
  const onSettled = (name?: string) => {
    choosing.onSettled()
    openChoice(name ? { ...choosing, name } : choosing)
  }
  const missing = { request, visitor: calls.visitor, option, onSettled }
  /** In one's own name it stays in the way. */
  const onAnswer = (answer: DialogAnswer) => {
    if (answer.signature.seal) choosing.onAnswer(answer)
    // Once the dialog is gone.
    else window.setTimeout(() => openRequirements(missing))
  }
  openMissing(missing, () => openChoice({ ...choosing, onAnswer }))
}

function openChoice({ request, name, calls, queries, onAnswer }: ChoiceOptions): void {
  openDialog<DialogAnswer>({
    namespace: 'document',
    name: 'signature',
    title: <Trans>Review and sign</Trans>,
    width: 'wide',
    content: (controls) => (
      <SignatureDialog
        request={request}
        name={name}
        hasAccount={calls.hasAccount}
        queries={queries}
        controls={controls}
      />
    ),
    onAction: onAnswer,
  })
}
