import { useLingui as useCatalog } from '@lingui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { isCallError } from '#web/lib/calls/call-error.ts'
import { describeFailure } from '#web/lib/errors/errors.ts'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Progress } from '#web/ui/progress.tsx'
import type { Upload } from './use-uploads.ts'

interface UploadRowProps {
  upload: Upload
  remove: (key: number) => void
  retry: (key: number, removeScripts?: boolean) => void
}

/** A file on its way, or why it was not taken. The rest of the draft is not touched by it. */
export function UploadRow(props: UploadRowProps) {
  const { t } = useLingui()
  const { upload } = props
  const name = upload.file.name
  if (upload.failure !== null) return <RefusedFile {...props} />
  const waiting = upload.progress === null
  const checking = upload.progress === 1
  return (
    <div className="flex items-end gap-2 rounded border border-line bg-sheet p-2 pl-3">
      <div className="min-w-0 grow">
        <p className="mb-1 text-sm font-medium wrap-anywhere">{name}</p>
        <Progress
          value={waiting || checking ? null : upload.progress}
          label={
            upload.isStopping ? t`Stopping` : waiting ? t`Waiting` : checking ? t`Checking` : t`Uploading`
          }
        />
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
  // A refusal of the file itself stays what it is; a lost connection or a busy service does not.
  const mayRetry = !isCallError(upload.failure) || upload.failure.status === 0 || upload.failure.status >= 429
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
        {upload.file.name}
      </p>
      <p className="mt-1 text-sm">{describeFailure(upload.failure, i18n)}</p>
      <div className="mt-2 flex gap-2">
        {mayRetry && (
          <Button type="secondary" size="sm" onClick={() => retry(upload.key)}>
            <Trans>Try again</Trans>
          </Button>
        )}
        {hasScripts && (
          <Button type="secondary" size="sm" onClick={() => retry(upload.key, true)}>
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
