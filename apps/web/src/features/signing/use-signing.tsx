import type { InputOf } from '@countersign/contract/endpoint.ts'
import type { SignatureRequest, SigningStatus } from '@countersign/contract/signature-request-shapes.ts'
import type { sign } from '@countersign/contract/signing.ts'
import type { Language } from '@countersign/contract/values.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { randomKey } from '#web/lib/api.ts'
import { isCallError } from '#web/lib/call-error.ts'
import { closeOverlay, openDialog } from '#web/ui/dialog-store.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import type { SigningOutcome } from './poll.ts'
import { pollUntilDone } from './poll.ts'
import type { ChosenSignature } from './signature-choice.ts'
import { openSigningFailure, openSigningProgress } from './signing-overlays.tsx'

const SignatureDialog = lazy(() =>
  import('./signature-dialog.tsx').then((module) => ({ default: module.SignatureDialog })),
)

type SignBody = NonNullable<InputOf<typeof sign>['body']>

/** The calls of an account or of a visitor who came by a link. */
export interface SigningCalls {
  sign(body: SignBody, idempotencyKey: string): Promise<SigningStatus | undefined>
  status(requestId: string, signatureId: string): Promise<SigningStatus | undefined>
}

export interface Signing {
  /** Null until one has chosen how one signs. */
  readonly chosen: ChosenSignature | null
  /** An address of the picture, for the preview in the field. */
  readonly pictureUrl: string | null
  readonly busy: boolean
  choose(): void
  sign(): void
}

/** Choosing a signature, seeing it in its place, signing, waiting, and what comes of it. */
export function useSigning(options: {
  request: SignatureRequest
  name: string
  calls: SigningCalls
  onChosen?: () => void
  /** The signing ended: the request has to be read again. */
  onEnd: (outcome: SigningOutcome) => void
}): Signing {
  const { request, calls } = options
  const { i18n } = useLingui()
  const [chosen, setChosen] = useState<ChosenSignature | null>(null)
  const [busy, setBusy] = useState(false)
  const pictureUrl = usePictureUrl(chosen)
  const inFlight = useRef(false)
  /** Stays the same until the service has answered, so that a lost answer does not sign twice. */
  const attempt = useRef<string | null>(null)
  const alive = useAlive(inFlight)

  function choose() {
    openDialog<ChosenSignature>({
      namespace: 'document',
      name: 'signature',
      title: <Trans>Review and sign</Trans>,
      width: 'wide',
      content: (controls) => (
        <Suspense fallback={<Skeleton className="h-96" />}>
          <SignatureDialog request={request} name={options.name} controls={controls} />
        </Suspense>
      ),
      onAction: (signature) => {
        // Another picture is another act; the service itself takes no second signature.
        attempt.current = null
        setChosen(signature)
        options.onChosen?.()
      },
    })
  }

  async function run(begin: () => Promise<SigningStatus | undefined>) {
    if (inFlight.current) return
    inFlight.current = true
    setBusy(true)
    openSigningProgress()
    try {
      const first = await begin()
      attempt.current = null
      await finish(await pollUntilDone({ first, ...polling(calls, request, first, alive) }))
    } catch (failure) {
      if (!isPassing(failure)) attempt.current = null
      await finish({ kind: 'failed', error: isCallError(failure) ? failure.key : 'signing_failed' })
    } finally {
      inFlight.current = false
      setBusy(false)
    }
  }

  async function finish(outcome: SigningOutcome | null) {
    if (!outcome || !alive.current) return
    closeOverlay()
    if (outcome.kind !== 'signed') {
      const code = outcome.kind === 'failed' ? outcome.error : 'declined'
      openSigningFailure(code, () => void run(begin))
    }
    options.onEnd(outcome)
  }

  async function begin() {
    const key = (attempt.current ??= randomKey())
    return calls.sign(await bodyFor(request, chosen, i18n.locale as Language), key)
  }

  useResumed(request, (signatureId) => void run(() => calls.status(request.id, signatureId)))
  return { chosen, pictureUrl, busy, choose, sign: () => void run(begin) }
}

/** Failures after which nobody knows whether the signing began: the same attempt is made again. */
function isPassing(failure: unknown): boolean {
  return (
    isCallError(failure) &&
    (failure.status === 0 || failure.status >= 500 || failure.key === 'idempotency.running')
  )
}

function polling(
  calls: SigningCalls,
  request: SignatureRequest,
  first: SigningStatus | undefined,
  alive: { readonly current: boolean },
) {
  return {
    ask: () => calls.status(request.id, first?.signatureId ?? ''),
    wait: (milliseconds: number) =>
      new Promise<boolean>((resolve) => window.setTimeout(() => resolve(alive.current), milliseconds)),
    now: () => Date.now(),
    isPassing,
  }
}

async function bodyFor(
  request: SignatureRequest,
  chosen: ChosenSignature | null,
  language: Language,
): Promise<SignBody> {
  const picture = chosen?.picture
  const { base64Of } = await import('./signature-picture.ts')
  const image = picture ? { content: await base64Of(picture.blob), content_type: 'image/png' as const } : null
  return {
    signatureRequests: [
      {
        signatureRequestId: request.id,
        documentSignatures: request.documents.map((document) => ({
          documentId: document.id,
          visualSignature: image ? { image } : null,
        })),
      },
    ],
    language,
  }
}

function usePictureUrl(chosen: ChosenSignature | null): string | null {
  const [url, setUrl] = useState<string | null>(null)
  const blob = chosen?.picture?.blob
  useEffect(() => {
    if (!blob) return setUrl(null)
    const made = URL.createObjectURL(blob)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [blob])
  return url
}

/** False once one has left the page; what was shown over it while signing goes with it. */
function useAlive(inFlight: { readonly current: boolean }) {
  const alive = useRef(true)
  useEffect(() => {
    alive.current = true
    return () => {
      alive.current = false
      if (inFlight.current) closeOverlay()
    }
  }, [inFlight])
  return alive
}

/** A page that is opened while one's signing is under way waits for it. */
function useResumed(request: SignatureRequest, resume: (signatureId: string) => void) {
  const running = request.signatures.find(
    (signature) => signature.is_viewer && signature.signing?.status === 'OPEN',
  )?.sid
  const resumed = useRef<string | null>(null)
  useEffect(() => {
    if (!running || resumed.current === running) return
    resumed.current = running
    resume(running)
  })
}
