import { Trans, useLingui } from '@lingui/react/macro'
import { useRef, useState } from 'react'
import { CallError, isCallError } from '#web/lib/calls/call-error.ts'
import { formatSize } from '#web/lib/language/format.ts'
import { Button } from '../button.tsx'
import { classNames } from '../class-names.ts'
import { Icon } from '../icon.tsx'
import { useFocusOnPart } from '../layout/use-focus-on-part.ts'
import { Progress } from '../progress-bar.tsx'
import { Notice } from '../notices/notice.tsx'
import { RefusalNotice } from '../notices/refusal-notice.tsx'

interface PdfDropProps<Answer> {
  /** Bytes. */
  largest: number
  send: (file: File, onProgress: (part: number) => void, signal: AbortSignal) => Promise<Answer>
  onDone: (answer: Answer) => void
}

/** Takes one PDF, dropped or chosen, and sends it. */
export function PdfDrop<Answer>(props: PdfDropProps<Answer>) {
  const { t, i18n } = useLingui()
  const [over, setOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const upload = useSending(props)
  const take = (file: File | undefined) => file && void upload.begin(file)
  const size = formatSize(props.largest, i18n.locale)
  const box = useRef<HTMLDivElement>(null)
  // From the button to the progress, and from there to the way to try again.
  useFocusOnPart(upload.progress !== null, box)
  return (
    <div className="flex flex-col gap-4">
      {upload.failure !== null &&
        (isCallError(upload.failure, 'document.too_large') ? (
          <Notice kind="error">
            <Trans>The file is too large. Choose one of up to {size}.</Trans>
          </Notice>
        ) : (
          <RefusalNotice failure={upload.failure} />
        ))}
      <div
        ref={box}
        tabIndex={-1}
        className={classNames(
          'flex min-h-56 flex-col items-center justify-center gap-4 rounded-sheet border-2 border-dashed p-6 text-center',
          over ? 'border-accent bg-selected' : 'border-line-field bg-sheet',
        )}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault()
          setOver(false)
          take(event.dataTransfer.files[0])
        }}
      >
        {upload.progress === null ? (
          <>
            <span className="text-accent">
              <Icon name="upload" size={32} />
            </span>
            <p className="pointer-coarse:hidden">
              <Trans>Drop a PDF here, up to {size}.</Trans>
            </p>
            <p className="hidden pointer-coarse:block">
              <Trans>A PDF of up to {size}.</Trans>
            </p>
            <input
              ref={input}
              type="file"
              accept="application/pdf,.pdf"
              hidden
              aria-label={t`Choose a PDF`}
              onChange={(event) => {
                take(event.target.files?.[0])
                event.target.value = ''
              }}
            />
            <Button size="lg" icon="document" onClick={() => input.current?.click()}>
              <Trans>Choose a PDF</Trans>
            </Button>
          </>
        ) : (
          <div className="w-full max-w-sm">
            <Progress
              value={upload.progress === 1 ? null : upload.progress}
              label={upload.progress === 1 ? t`Checking` : t`Uploading`}
            />
            <div className="mt-4">
              <Button type="secondary" onClick={upload.stop}>
                <Trans>Cancel</Trans>
              </Button>
            </div>
          </div>
        )}
      </div>
    </div>
  )
}

function useSending<Answer>({ largest, send, onDone }: PdfDropProps<Answer>) {
  const [progress, setProgress] = useState<number | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const running = useRef<AbortController | null>(null)

  async function begin(file: File) {
    if (running.current) return
    if (file.size > largest)
      return setFailure(new CallError({ key: 'document.too_large', status: 413, message: 'Too large' }))
    const stop = new AbortController()
    running.current = stop
    setFailure(null)
    setProgress(0)
    try {
      onDone(await send(file, setProgress, stop.signal))
    } catch (refusal) {
      if (!stop.signal.aborted) setFailure(refusal)
    }
    running.current = null
    setProgress(null)
  }
  return { progress, failure, begin, stop: () => running.current?.abort() }
}
