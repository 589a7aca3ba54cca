import type { SignatureRequest } from '@countersign/contract/signature-request-shapes.ts'
import { Plural, Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { saveFile } from '#web/lib/calls/file-name.ts'
import { hidesDownload } from '#web/lib/requests/link-parameters.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorNotice } from '#web/ui/notices/error-notice.tsx'

export const offersDownload = ({ status_overall }: SignatureRequest): boolean =>
  status_overall === 'SIGNED' && !hidesDownload()

interface DownloadProps {
  request: SignatureRequest
  download: () => Promise<Blob>
}

/** Nothing where the address of the link hides it, or someone still has to sign. */
export function SignedDownload({ request, ...props }: DownloadProps) {
  const [loading, setLoading] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  if (!offersDownload(request)) return null

  async function download() {
    setLoading(true)
    setFailure(null)
    try {
      const file = await props.download()
      saveFile(file instanceof File ? file : new File([file], `${request.title}.pdf`, { type: file.type }))
    } catch (reason) {
      setFailure(reason)
    } finally {
      setLoading(false)
    }
  }

  return (
    <>
      {failure !== null && <ErrorNotice failure={failure} />}
      <Button size="xl" icon="download" block loading={loading} onClick={() => void download()}>
        <Plural
          value={request.documents.length}
          one="Download the signed document"
          other="Download the signed documents"
        />
      </Button>
    </>
  )
}

/** Under the document that is viewed once all is over: what the page before it offered, and the way back to that. */
export function LookingBar({ onBack, ...props }: DownloadProps & { onBack: () => void }) {
  return (
    <>
      <SignedDownload {...props} />
      <Button
        size="lg"
        type={offersDownload(props.request) ? 'text' : 'secondary'}
        icon="chevronLeft"
        block
        onClick={onBack}
      >
        <Trans>Back</Trans>
      </Button>
    </>
  )
}
