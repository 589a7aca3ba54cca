import type { SignatureRequest } from '@countersign/contract/signature-request-shapes.ts'
import { useLingui as useCatalog } from '@lingui/react'
import { useLingui } from '@lingui/react/macro'
import { useState, type ReactNode } from 'react'
import { describeFailure } from '#web/lib/errors/errors.ts'
import { saveFile } from '#web/lib/calls/file-name.ts'
import { formatSize } from '#web/lib/language/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { showSnackbar } from '#web/ui/dialogs/snackbar-store.ts'

type Attachment = SignatureRequest['attachments'][number]

/** Each file that goes with the documents: its name, its size, and a button that downloads it. */
export function AttachmentList(props: {
  attachments: readonly Attachment[]
  download: (attId: string) => Promise<Blob>
  /** Shown at a row's end. */
  end?: (attachment: Attachment) => ReactNode
}) {
  return (
    <ul className="flex flex-col">
      {props.attachments.map((attachment) => (
        <li key={attachment.id} className="flex items-center gap-1">
          <AttachmentRow attachment={attachment} download={props.download} />
          {props.end?.(attachment)}
        </li>
      ))}
    </ul>
  )
}

function AttachmentRow(props: { attachment: Attachment; download: (attId: string) => Promise<Blob> }) {
  const { id, filename, size } = props.attachment
  const { i18n } = useCatalog()
  const { t } = useLingui()
  const [loading, setLoading] = useState(false)
  async function download() {
    setLoading(true)
    try {
      const file = await props.download(id)
      saveFile(file instanceof File ? file : new File([file], filename, { type: file.type }))
    } catch (failure) {
      showSnackbar(describeFailure(failure, i18n), { color: 'error', duration: 8000 })
    } finally {
      setLoading(false)
    }
  }
  return (
    <>
      <span className="flex min-w-0 grow items-start gap-2 py-2 text-sm">
        <Icon name="document" size={18} />
        <span className="min-w-0">
          <bdi className="block wrap-anywhere">{filename}</bdi>
          <span className="block text-xs text-ink-secondary">{formatSize(size, i18n.locale)}</span>
        </span>
      </span>
      <Button
        type="text"
        color="neutral"
        size="sm"
        icon="download"
        label={t`Download ${filename}`}
        loading={loading}
        onClick={() => void download()}
      />
    </>
  )
}
