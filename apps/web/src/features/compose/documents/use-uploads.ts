import { useRef, useState } from 'react'
import { CallError } from '#web/lib/calls/call-error.ts'
import { randomKey } from '#web/lib/calls/random-key.ts'

/** A file on its way to the draft, or one that was refused. What arrived is a document and no longer here. */
export interface Upload {
  readonly key: number
  readonly file: File
  /** From 0 to 1; null while it waits for its turn. */
  readonly progress: number | null
  readonly failure: unknown
  /** The same for each try: after a lost answer the file is not uploaded twice. */
  readonly idempotencyKey: string
  /** It was stopped when all of it had gone out: once it has arrived, it is removed. */
  readonly isStopping?: boolean
  /** Its sender agreed to that, after it was refused for its scripts. */
  readonly removeScripts?: boolean
}

export const largestFile = 112.5 * 1024 * 1024

interface Calls {
  upload(
    upload: Pick<Upload, 'file' | 'removeScripts' | 'idempotencyKey'>,
    onProgress: (part: number) => void,
    signal: AbortSignal,
  ): Promise<{ id: string }>
  remove(documentId: string): Promise<unknown>
  /** A document arrived, or may have. */
  onEnd(): Promise<void>
}

let lastKey = 0

/** Uploads one file after the other, so that they are in the order they were chosen in. */
export function useUploads(calls: Calls) {
  const [uploads, setUploads] = useState<readonly Upload[]>([])
  /** What is true now: a render may be behind, and what it shows must not start a file a second time. */
  const queue = useRef<readonly Upload[]>([])
  const running = useRef<{ key: number; stop: AbortController } | null>(null)
  const latest = useRef(calls)
  latest.current = calls

  function set(next: readonly Upload[]) {
    queue.current = next
    setUploads(next)
  }
  const change = (key: number, part: Partial<Upload>) =>
    set(queue.current.map((upload) => (upload.key === key ? { ...upload, ...part } : upload)))
  const drop = (key: number) => set(queue.current.filter((upload) => upload.key !== key))

  const isStopping = (key: number) => queue.current.some((one) => one.key === key && one.isStopping)

  async function runNext(): Promise<void> {
    const next = running.current ? undefined : queue.current.find((upload) => upload.failure === null)
    if (!next) return
    await run(next)
    return runNext()
  }

  async function run(upload: Upload) {
    const stop = new AbortController()
    running.current = { key: upload.key, stop }
    change(upload.key, { progress: 0 })
    try {
      const onProgress = (progress: number) => change(upload.key, { progress })
      const done = await latest.current.upload(upload, onProgress, stop.signal)
      if (isStopping(upload.key)) await latest.current.remove(done.id)
      await latest.current.onEnd()
      drop(upload.key)
    } catch (failure) {
      if (!stop.signal.aborted && !isStopping(upload.key))
        return change(upload.key, { failure, progress: null })
      // What arrived all the same is shown.
      await latest.current.onEnd().catch(() => undefined)
      drop(upload.key)
    } finally {
      running.current = null
    }
  }

  function add(files: readonly File[]) {
    const added = files.map((file) => ({
      key: ++lastKey,
      file,
      progress: null,
      failure: refusalOf(file),
      idempotencyKey: randomKey(),
    }))
    set([...queue.current, ...added])
    void runNext()
  }

  function remove(key: number) {
    if (running.current?.key !== key) return drop(key)
    const hasGoneOut = queue.current.some((one) => one.key === key && one.progress === 1)
    if (hasGoneOut) change(key, { isStopping: true })
    else running.current.stop.abort()
  }

  function retry(key: number, removeScripts = false) {
    change(key, { failure: null, progress: null, removeScripts })
    void runNext()
  }

  const isUploading = uploads.some((upload) => upload.failure === null)
  return { uploads, add, remove, retry, isUploading }
}

/** What need not travel to be refused. */
function refusalOf(file: File): unknown {
  if (file.size <= largestFile) return null
  return new CallError({ key: 'document.too_large', status: 413, message: 'The file is too large.' })
}
