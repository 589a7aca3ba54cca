import { useRef, useState } from 'react'
import { CallError } from './call-error.ts'
import { randomKey } from './random-key.ts'

/** A file on its way to the service, or one that was refused. What has arrived is no longer here. */
export interface QueuedFile {
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

export type FileUpload = Pick<QueuedFile, 'file' | 'idempotencyKey' | 'removeScripts'>

interface Options<Answer> {
  /** In bytes: a larger file need not travel to be refused. */
  readonly largest: number
  readonly upload: (
    upload: FileUpload,
    onProgress: (part: number) => void,
    signal: AbortSignal,
  ) => Promise<Answer>
  /** Shows what arrived, or removes it where it was stopped too late. */
  readonly onArrived: (answer: Answer, isStopped: boolean) => Promise<void>
  /** Shows what the service has: a file that was stopped may have arrived all the same. */
  readonly onStopped: () => Promise<void>
}

let lastKey = 0

/** Uploads one file after the other, so that they are in the order they were chosen in. */
export function useFileQueue<Answer>(options: Options<Answer>) {
  const [files, setFiles] = useState<readonly QueuedFile[]>([])
  /** What is true now: a render may be behind, and what it shows must not start a file a second time. */
  const queue = useRef<readonly QueuedFile[]>([])
  const running = useRef<{ key: number; stop: AbortController } | null>(null)
  const latest = useRef(options)
  latest.current = options

  function set(next: readonly QueuedFile[]) {
    queue.current = next
    setFiles(next)
  }
  const change = (key: number, part: Partial<QueuedFile>) =>
    set(queue.current.map((one) => (one.key === key ? { ...one, ...part } : one)))
  const drop = (key: number) => set(queue.current.filter((one) => one.key !== key))

  const isStopping = (key: number) => queue.current.some((one) => one.key === key && one.isStopping)

  async function runNext(): Promise<void> {
    const next = running.current ? undefined : queue.current.find(({ failure }) => failure === null)
    if (!next) return
    await run(next)
    return runNext()
  }

  async function run(next: QueuedFile) {
    const { key } = next
    const stop = new AbortController()
    running.current = { key, stop }
    change(key, { progress: 0 })
    try {
      const onProgress = (progress: number) => change(key, { progress })
      const answer = await latest.current.upload(next, onProgress, stop.signal)
      await latest.current.onArrived(answer, isStopping(key))
      drop(key)
    } catch (failure) {
      if (!stop.signal.aborted && !isStopping(key)) return change(key, { failure, progress: null })
      await latest.current.onStopped().catch(() => undefined)
      drop(key)
    } finally {
      running.current = null
    }
  }

  function add(added: readonly File[]) {
    const waiting = added.map((file) => ({
      key: ++lastKey,
      file,
      progress: null,
      failure: file.size > latest.current.largest ? tooLarge() : null,
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

  function retry(key: number, agreed: Pick<QueuedFile, 'removeScripts'> = {}) {
    change(key, { failure: null, progress: null, ...agreed })
    void runNext()
  }

  const isUploading = files.some(({ failure }) => failure === null)
  return { files, add, remove, retry, isUploading }
}

export type FileQueue = ReturnType<typeof useFileQueue>

const tooLarge = () =>
  new CallError({ key: 'document.too_large', status: 413, message: 'The file is too large.' })
