import type { SignatureRequest, SigningStatus } from '@countersign/contract/signature-request-shapes.ts'
import type { Language } from '@countersign/contract/values.ts'
import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { onTap } from '#web/features/request-actions/on-tap.ts'
import { loadCatalogs } from '#web/lib/language/i18n.ts'
import { returnedSigning } from '#web/lib/requests/returned-signing.ts'
import { useObjectUrl } from '#web/lib/browser/use-object-url.ts'
import { closeOverlay } from '#web/ui/dialogs/dialog-store.ts'
import type { SigningOutcome } from './poll.ts'
import type { Attempt, SigningRun } from './run-signing.tsx'
import type { ChosenSignature, DialogAnswer } from '../signatures/signature-choice.ts'
import type { SigningCalls } from './signing-calls.ts'
import type { Visitor } from '#web/features/approvals/approval-calls.ts'

/** With its words: nobody loads them before they sign. What signing does comes along. */
async function loadChoice() {
  const [choice] = await Promise.all([
    import('../signatures/choose-signature.tsx'),
    loadCatalogs('signing', 'visualSignatures', 'profileErrors'),
  ])
  loadRun().catch(() => undefined)
  return choice
}

/** What signing does, loaded while one chooses. */
async function loadRun() {
  const [run] = await Promise.all([import('./run-signing.tsx'), loadCatalogs('signing')])
  return run
}

export interface Signing {
  /** Null until one has chosen how one signs. */
  readonly chosen: ChosenSignature | null
  /** An address of the picture, for the preview in the field. */
  readonly pictureUrl: string | null
  /** By document: the address of the field as it will be printed, once it is known. */
  readonly previews: Readonly<Record<string, string>>
  readonly busy: boolean
  /** Whose link it is; null: who is signed in. */
  readonly visitor: Visitor
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
  const [opening, setOpening] = useState(false)
  const pictureUrl = useObjectUrl(chosen?.picture)
  const previews = useFieldPreviews(request, chosen, calls)
  /** The same for what begins before the page is drawn again. */
  const latest = useRef<ChosenSignature | null>(null)
  const inFlight = useRef(false)
  const attempt = useRef<Attempt | null>(null)
  const alive = useAlive(inFlight)

  function choose() {
    if (opening) return
    setOpening(true)
    const open = (part: Awaited<ReturnType<typeof loadChoice>>) =>
      part.chooseSignature({
        ...{ request, name: options.name, calls, queries, onAnswer: take },
        onSettled: () => options.onEnd({ kind: 'stopped' }),
      })
    void onTap(loadChoice, open).then(() => setOpening(false))
  }

  function take({ signature, signNow }: DialogAnswer) {
    // A different picture starts a new signing; the service itself accepts no second signature.
    attempt.current = null
    latest.current = signature
    setChosen(signature)
    options.onChosen?.()
    // Once the dialog is gone, so that the focus comes back to the page before the next thing opens.
    if (signNow) window.setTimeout(sign)
  }

  /** One at a time. Where what signs cannot be loaded, nothing has begun, and the page says so. */
  function go(act: (part: Awaited<ReturnType<typeof loadRun>>, run: SigningRun) => Promise<void> | void) {
    if (inFlight.current) return
    inFlight.current = true
    setBusy(true)
    const end = () => {
      inFlight.current = false
      setBusy(false)
    }
    const run = {
      ...{ request, calls, attempt, alive, retry: sign, wayOut: options.wayOut, onEnd: options.onEnd },
      chosen: latest.current,
      language: i18n.locale as Language,
    }
    let began = false
    const begin = (part: Awaited<ReturnType<typeof loadRun>>) => {
      began = true
      void Promise.resolve(act(part, run)).finally(end)
    }
    void onTap(loadRun, begin).then(() => began || end())
  }

  function sign() {
    go((part, run) => part.signNow(run))
  }

  useResumed(
    request,
    (signatureId) => go((part, run) => part.resumeSigning(run, signatureId)),
    (status) => go((part, run) => part.tellReturned(run, status)),
  )
  return { chosen, pictureUrl, previews, busy: busy || opening, visitor: calls.visitor, choose, sign }
}

function useFieldPreviews(request: SignatureRequest, chosen: ChosenSignature | null, calls: SigningCalls) {
  const [previews, setPreviews] = useState<Record<string, string>>({})
  useEffect(() => {
    if (!chosen) return
    let urls: string[] = []
    let isOver = false
    const show = (found: Record<string, Blob>) => {
      if (isOver) return
      const shown = Object.entries(found).map(([id, blob]) => [id, URL.createObjectURL(blob)] as const)
      urls = shown.map(([, url]) => url)
      setPreviews(Object.fromEntries(shown))
    }
    import('../signatures/field-previews.ts')
      .then(({ loadFieldPreviews }) => loadFieldPreviews(request, chosen, calls.visitor))
      .then(show, () => undefined)
    return () => {
      isOver = true
      urls.forEach((url) => URL.revokeObjectURL(url))
      setPreviews({})
    }
  }, [request, chosen, calls.visitor])
  return previews
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

/**
 * A page that is opened while one's signing is under way waits for it. Who comes back from a trust service's page is told
 * how it went.
 */
function useResumed(
  request: SignatureRequest,
  resume: (signatureId: string) => void,
  tell: (status: SigningStatus) => void,
) {
  const running = request.signatures.find(
    (signature) => signature.is_viewer && signature.signing?.status === 'OPEN',
  )?.sid
  const resumed = useRef<string | null>(null)
  useEffect(() => {
    const returned = returnedSigning.get()
    if (returned?.signatureRequestId === request.id) {
      returnedSigning.set(null)
      if (returned.status !== 'OPEN') return tell(returned)
    }
    if (!running || resumed.current === running) return
    resumed.current = running
    resume(running)
  })
}
