import { Trans, useLingui } from '@lingui/react/macro'
import { useRef, useState } from 'react'
import { CallError } from '#web/lib/call-error.ts'
import { classNames } from '#web/ui/class-names.ts'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Progress } from '#web/ui/progress.tsx'
import { RefusalNotice } from '#web/ui/refusal-notice.tsx'
import { handIn, largestFile, type HandedIn } from './hand-over-calls.ts'

/** Takes one PDF, dropped or chosen, and hands it in. */
export function ChooseFile({ onDone }: { onDone: (given: HandedIn) => void }) {
  const { t } = useLingui()
  const [over, setOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const upload = useHandingIn(onDone)
  const take = (file: File | undefined) => file && void upload.begin(file)
  return (
    <div className="flex flex-col gap-4">
      {upload.failure !== null && <RefusalNotice failure={upload.failure} />}
      <div
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
            <p>
              <Trans>Drop a PDF here, up to 25 MB.</Trans>
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

function useHandingIn(onDone: (given: HandedIn) => void) {
  const [progress, setProgress] = useState<number | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const running = useRef<AbortController | null>(null)

  async function begin(file: File) {
    if (running.current) return
    if (file.size > largestFile)
      return setFailure(new CallError({ key: 'document.too_large', status: 413, message: 'Too large' }))
    const stop = new AbortController()
    running.current = stop
    setFailure(null)
    setProgress(0)
    try {
      onDone(await handIn(file, setProgress, stop.signal))
    } catch (refusal) {
      if (!stop.signal.aborted) setFailure(refusal)
    }
    running.current = null
    setProgress(null)
  }
  return { progress, failure, begin, stop: () => running.current?.abort() }
}
