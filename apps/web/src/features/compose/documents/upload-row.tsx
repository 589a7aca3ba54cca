import { useLingui as useCatalog } from '@lingui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { isCallError, mayRetry } from '#web/lib/calls/call-error.ts'
import type { FileQueue, QueuedFile } from '#web/lib/calls/use-file-queue.ts'
import { describeFailure } from '#web/lib/errors/errors.ts'
import { Button } from '#web/ui/button.tsx'
import { UploadProgress } from '#web/ui/forms/upload-progress.tsx'
import { Icon } from '#web/ui/icon.tsx'

interface UploadRowProps extends Pick<FileQueue, 'remove' | 'retry'> {
  upload: QueuedFile
}

/** A file on its way, or why it was not taken. The rest of the draft is not touched by it. */
export function UploadRow(props: UploadRowProps) {
  const { t } = useLingui()
  const { upload } = props
  const name = upload.file.name
  if (upload.failure !== null) return <RefusedFile {...props} />
  return (
    <div className="flex items-end gap-2 rounded border border-line bg-sheet p-2 pl-3">
      <div className="min-w-0 grow">
        <p dir="auto" className="mb-1 text-sm font-medium wrap-anywhere">
          {name}
        </p>
        <UploadProgress progress={upload.progress} isStopping={upload.isStopping} />
      </div>
      {!upload.isStopping && (
        <Button
          type="text"
          color="neutral"
          size="sm"
          icon="close"
          label={t`Stop uploading ${name}`}
          onClick={() => props.remove(upload.key)}
        />
      )}
    </div>
  )
}

function RefusedFile({ upload, remove, retry }: UploadRowProps) {
  const { i18n } = useCatalog()
  const hasScripts =
    isCallError(upload.failure) &&
    ['document.active_content', 'document.dynamic_form'].includes(upload.failure.key) &&
    !upload.removeScripts
  return (
    <div role="alert" className="rounded bg-error-ground p-3">
      <p className="flex items-start gap-2 text-sm font-medium wrap-anywhere">
        <span className="text-error">
          <Icon name="warning" />
        </span>
        <bdi>{upload.file.name}</bdi>
      </p>
      <p className="mt-1 text-sm">{describeFailure(upload.failure, i18n)}</p>
      <div className="mt-2 flex gap-2">
        {mayRetry(upload.failure) && (
          <Button type="secondary" size="sm" onClick={() => retry(upload.key)}>
            <Trans>Try again</Trans>
          </Button>
        )}
        {hasScripts && (
          <Button type="secondary" size="sm" onClick={() => retry(upload.key, { removeScripts: true })}>
            <Trans>Upload without scripts</Trans>
          </Button>
        )}
        <Button type="text" color="neutral" size="sm" onClick={() => remove(upload.key)}>
          <Trans>Remove file</Trans>
        </Button>
      </div>
    </div>
  )
}
