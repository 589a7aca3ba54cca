import { useLingui } from '@lingui/react'
import { useState, type ReactNode } from 'react'
import { describeFailure } from '#web/lib/errors/errors.ts'
import { saveFile } from '#web/lib/calls/file-name.ts'
import { Button } from '#web/ui/button.tsx'
import { showSnackbar } from '#web/ui/dialogs/snackbar-store.ts'

interface DownloadProps {
  onDownload: () => Promise<Blob>
  children: ReactNode
}

/** Saves a file that the service makes. */
export function DownloadButton({ onDownload, children }: DownloadProps) {
  const { i18n } = useLingui()
  const [loading, setLoading] = useState(false)
  async function download() {
    setLoading(true)
    try {
      saveFile((await onDownload()) as File)
    } catch (failure) {
      showSnackbar(describeFailure(failure, i18n), { color: 'error', duration: 8000 })
    }
    setLoading(false)
  }
  return (
    <Button type="secondary" icon="download" loading={loading} onClick={() => void download()}>
      {children}
    </Button>
  )
}
