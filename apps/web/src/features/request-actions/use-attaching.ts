import type { SignatureRequest } from '@countersign/contract/signature-request-shapes.ts'
import { useRef, useState } from 'react'
import { CallError } from '#web/lib/calls/call-error.ts'
import { randomKey } from '#web/lib/calls/random-key.ts'

/** A file on its way, or one that was refused. */
export interface AttachmentUpload {
  readonly key: number
  readonly file: File
  /** From 0 to 1; null while it waits for its turn. */
  readonly progress: number | null
  readonly failure: unknown
  /** The same for each try: after a lost answer the file is not attached twice. */
  readonly idempotencyKey: string
  /** It was stopped when all of it had gone out: once it has arrived, it is removed. */
  readonly isStopping?: boolean
}

export const largestAttachment = 40 * 1024 * 1024

let lastKey = 0

/** Sends one file after the other. What arrived is an attachment and no longer here. */
export function useAttaching(options: {
  send: (
    attaching: Pick<AttachmentUpload, 'file' | 'idempotencyKey'>,
    onProgress: (part: number) => void,
    signal: AbortSignal,
  ) => Promise<SignatureRequest>
  /** Takes away what was added last. */
  undo: (added: SignatureRequest) => Promise<SignatureRequest>
  read: () => Promise<SignatureRequest>
  onDone: (request: SignatureRequest) => void
}) {
  const [files, setFiles] = useState<readonly AttachmentUpload[]>([])
  /** What is true now: a render may be behind. */
  const queue = useRef<readonly AttachmentUpload[]>([])
  const running = useRef<{ key: number; stop: AbortController } | null>(null)
  const latest = useRef(options)
  latest.current = options

  function set(next: readonly AttachmentUpload[]) {
    queue.current = next
    setFiles(next)
  }
  const change = (key: number, part: Partial<AttachmentUpload>) =>
    set(queue.current.map((one) => (one.key === key ? { ...one, ...part } : one)))
  const drop = (key: number) => set(queue.current.filter((one) => one.key !== key))

  const isStopping = (key: number) => queue.current.some((one) => one.key === key && one.isStopping)

  async function runNext(): Promise<void> {
    const next = running.current ? undefined : queue.current.find(({ failure }) => failure === null)
    if (!next) return
    const stop = new AbortController()
    running.current = { key: next.key, stop }
    try {
      const onProgress = (progress: number) => change(next.key, { progress })
      const added = await latest.current.send(next, onProgress, stop.signal)
      latest.current.onDone(isStopping(next.key) ? await latest.current.undo(added) : added)
      drop(next.key)
    } catch (failure) {
      if (stop.signal.aborted || isStopping(next.key)) await showWhatArrived(next.key)
      else change(next.key, { failure, progress: null })
    } finally {
      running.current = null
    }
    return runNext()
  }

  async function showWhatArrived(key: number) {
    const found = await latest.current.read().catch(() => null)
    if (found) latest.current.onDone(found)
    drop(key)
  }

  function add(added: readonly File[]) {
    const waiting = added.map((file) => ({
      key: ++lastKey,
      file,
      progress: null,
      failure: refusalOf(file),
      idempotencyKey: randomKey(),
    }))
    set([...queue.current, ...waiting])
    void runNext()
  }

  function remove(key: number) {
    if (running.current?.key !== key) return drop(key)
    const hasGoneOut = queue.current.some((one) => one.key === key && one.progress === 1)
    if (hasGoneOut) change(key, { isStopping: true })
    else running.current.stop.abort()
  }

  function retry(key: number) {
    change(key, { failure: null })
    void runNext()
  }

  return { files, add, remove, retry }
}

/** What need not travel to be refused. */
export function refusalOf(file: { readonly size: number }): CallError | null {
  if (file.size <= largestAttachment) return null
  return new CallError({ key: 'document.too_large', status: 413, message: 'The file is too large.' })
}
