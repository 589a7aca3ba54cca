import type { SignatureRequest, SigningStatus } from '@countersign/contract/signature-request-shapes.ts'
import type { Language } from '@countersign/contract/values.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useRef, useState, type ReactNode } from 'react'
import type { Visitor } from '#web/features/approvals/approval-calls.ts'
import type { Part11Words } from '#web/features/approvals/part11-words.ts'
import { randomKey } from '#web/lib/api.ts'
import { isCallError } from '#web/lib/call-error.ts'
import { loadCatalogs } from '#web/lib/i18n.ts'
import { returnedSigning } from '#web/lib/returned-signing.ts'
import { useObjectUrl } from '#web/lib/use-object-url.ts'
import { closeOverlay, openDialog } from '#web/ui/dialog-store.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { outcomeOf, pollUntilDone, type SigningOutcome, type WithStep } from './poll.ts'
import { bodyFor, openSignature, type SignBody } from './sign-body.ts'
import type { ChosenSignature, DialogAnswer } from './signature-choice.ts'

/** With its words: nobody loads them before they sign. */
const SignatureDialog = lazy(async () => {
  const [{ SignatureDialog: component }] = await Promise.all([
    import('./signature-dialog.tsx'),
    loadCatalogs('signing', 'visualSignatures', 'profileErrors'),
  ])
  return { default: component }
})

/** Loaded while one chooses. Where they cannot be had, one signs all the same, and the page says how it went. */
async function loadOverlays() {
  try {
    const [overlays] = await Promise.all([import('./signing-overlays.tsx'), loadCatalogs('signing')])
    return overlays
  } catch {
    return null
  }
}

/** What one does besides clicking, and its words: most signatures take nothing. */
async function loadApprovals() {
  const approvals = await import('#web/features/approvals/approve.ts')
  await approvals.loadApprovalWords()
  return approvals
}

/** The same try to sign, however often it has to be sent. */
interface Attempt {
  readonly key: string
  readonly signatureId: string | undefined
}

/** The calls of an account or of a visitor who came by a link. */
export interface SigningCalls {
  /** Somebody with an account, who may keep signatures. */
  readonly hasAccount: boolean
  /** Whose link it is; null: who is signed in. */
  readonly visitor: Visitor
  /** Calls back when something may have happened before one would ask again; answers how to stop. */
  onNews?(listener: () => void): () => void
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
  /** Where a signing that cannot be tried again leads. */
  wayOut?: ReactNode
  /** The signing ended: the request has to be read again. */
  onEnd: (outcome: SigningOutcome) => void
}): Signing {
  const { request, calls } = options
  const { i18n } = useLingui()
  const queries = useQueryClient()
  const [chosen, setChosen] = useState<ChosenSignature | null>(null)
  const [busy, setBusy] = useState(false)
  const pictureUrl = useObjectUrl(chosen?.picture)
  /** The same for what begins before the page is drawn anew. */
  const latest = useRef<ChosenSignature | null>(null)
  const inFlight = useRef(false)
  /** Stays the same until the service has answered, so that a lost answer does not sign twice. */
  const attempt = useRef<Attempt | null>(null)
  const part11 = useRef<Part11Words | null>(null)
  const alive = useAlive(inFlight)

  function choose() {
    void loadOverlays()
    openDialog<DialogAnswer>({
      namespace: 'document',
      name: 'signature',
      title: <Trans>Review and sign</Trans>,
      width: 'wide',
      content: (controls) => (
        <Suspense fallback={<Skeleton className="h-96" />}>
          <SignatureDialog
            request={request}
            name={options.name}
            hasAccount={calls.hasAccount}
            queries={queries}
            controls={controls}
          />
        </Suspense>
      ),
      onAction: ({ signature, signNow }) => {
        // Another picture is another act; the service itself takes no second signature.
        attempt.current = null
        latest.current = signature
        setChosen(signature)
        options.onChosen?.()
        // Once the dialog is gone, so that the focus comes back to the page before the next thing opens.
        if (signNow) window.setTimeout(() => void start())
      },
    })
  }

  async function start() {
    if (inFlight.current) return
    if (request.quality === 'PART11') {
      part11.current = await (await loadApprovals()).askPart11()
      // The name and the reason are part of the act.
      attempt.current = null
      if (!part11.current || !alive.current) return
    }
    await run(begin)
  }

  async function run(begin: () => Promise<SigningStatus | undefined>) {
    if (inFlight.current) return
    inFlight.current = true
    setBusy(true)
    const overlays = await loadOverlays()
    if (alive.current) overlays?.openSigningProgress()
    try {
      const first = await begin()
      attempt.current = null
      const world = polling(calls, request, first, alive)
      const takeStep = async (status: WithStep) => {
        const { approve } = await loadApprovals()
        closeOverlay()
        const end = await approve(status, calls.visitor, world)
        if (typeof end === 'object' && end.status === 'OPEN') overlays?.openSigningProgress()
        return end
      }
      await finish(await pollUntilDone({ first, ...world, takeStep }))
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
    if (outcome.kind === 'failed' || outcome.kind === 'declined') {
      const code = outcome.kind === 'failed' ? outcome.error : 'declined'
      const overlays = await loadOverlays()
      const { wayOut } = options
      overlays?.openSigningFailure(code, {
        request,
        visitor: calls.visitor,
        retry: () => void start(),
        wayOut,
      })
    }
    options.onEnd(outcome)
  }

  async function begin() {
    const { key, signatureId } = (attempt.current ??= {
      key: randomKey(),
      signatureId: openSignature(request),
    })
    const language = i18n.locale as Language
    const body = await bodyFor({
      request,
      signatureId,
      chosen: latest.current,
      language,
      part11: part11.current,
    })
    return calls.sign(body, key)
  }

  useResumed(request, (signatureId) => void run(() => calls.status(request.id, signatureId)))
  useReturned(request, (outcome) => void finish(outcome))
  return { chosen, pictureUrl, busy, choose, sign: () => void start() }
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
      new Promise<boolean>((resolve) => {
        const done = () => {
          stop?.()
          window.clearTimeout(timer)
          resolve(alive.current)
        }
        const timer = window.setTimeout(done, milliseconds)
        const stop = calls.onNews?.(done)
      }),
    now: () => Date.now(),
    isPassing,
  }
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

/** Who comes back from a trust service’s page is told how it went. One that is still under way is waited for above. */
function useReturned(request: SignatureRequest, tell: (outcome: SigningOutcome | null) => void) {
  useEffect(() => {
    const returned = returnedSigning.get()
    if (returned?.signatureRequestId !== request.id) return
    returnedSigning.set(null)
    tell(outcomeOf(returned))
  })
}
