import { useLingui } from '@lingui/react/macro'
import { Progress } from '../progress-bar.tsx'

interface UploadProgressProps {
  /** From 0 to 1; null while the file waits for its turn. */
  progress: number | null
  isStopping?: boolean | undefined
}

/** How far a file on its way is. Once all of it has gone out, the service checks it. */
export function UploadProgress({ progress, isStopping = false }: UploadProgressProps) {
  const { t } = useLingui()
  const isWaiting = progress === null
  const isChecked = progress === 1
  const label = isStopping ? t`Stopping` : isWaiting ? t`Waiting` : isChecked ? t`Checking` : t`Uploading`
  return <Progress value={isChecked ? null : progress} label={label} />
}
