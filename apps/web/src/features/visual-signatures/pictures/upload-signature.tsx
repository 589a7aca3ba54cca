import { Trans, useLingui } from '@lingui/react/macro'
import { useRef, useState, type DragEvent } from 'react'
import { Checkbox } from '#web/ui/forms/checkbox.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { FieldError } from '#web/ui/forms/field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { CropFrame } from './crop-frame.tsx'
import { wholeOf } from './crop.ts'
import type { Draft } from '../draft.ts'
import { FileButton } from './file-button.tsx'
import { openPicture, type PictureRefusal } from './open-picture.ts'

/** A picture of one's signature from a file or the camera, cut to what counts. */
export function UploadSignature(props: {
  draft: Pick<Draft, 'upload' | 'removeBackground'>
  /** A picture is kept already. */
  isUnchanged: boolean
  onChange: (part: Partial<Pick<Draft, 'upload' | 'removeBackground'>>) => void
}) {
  const { draft, onChange } = props
  const { t } = useLingui()
  const [refusal, setRefusal] = useState<PictureRefusal | null>(null)
  const [over, setOver] = useState(false)
  const last = useRef<File | null>(null)
  const words: Record<PictureRefusal, string> = {
    type: t`This isn’t a PNG, JPEG or WebP file. Please choose another one.`,
    size: t`The image is larger than 10 MB or 40 megapixels. Please make it smaller.`,
    broken: t`This image can’t be read and may be damaged. Please choose another one.`,
  }

  async function take(file: File | undefined) {
    if (!file) return
    last.current = file
    const opened = await openPicture(file)
    // A small one may be read before a large one that was chosen earlier.
    if (last.current !== file) return
    if (typeof opened === 'string') return setRefusal(opened)
    setRefusal(null)
    onChange({ upload: { file, bitmap: opened, crop: wholeOf(opened) } })
  }

  function drop(event: DragEvent) {
    event.preventDefault()
    setOver(false)
    void take(event.dataTransfer.files[0])
  }

  const buttons = (
    <div className="flex flex-wrap justify-center gap-2">
      <FileButton icon="upload" onFile={(file) => void take(file)}>
        {draft.upload ? <Trans>Choose another image</Trans> : <Trans>Choose image</Trans>}
      </FileButton>
      <FileButton icon="eye" camera onFile={(file) => void take(file)}>
        <Trans>Take a photo</Trans>
      </FileButton>
    </div>
  )
  return (
    <div
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      {draft.upload ? (
        <div className="flex flex-col gap-4">
          <CropFrame
            upload={draft.upload}
            onCrop={(crop) => onChange({ upload: { ...draft.upload!, crop } })}
          />
          <Checkbox
            role="switch"
            label={t`Remove background`}
            hint={t`For photos and scans: keeps only the ink.`}
            checked={draft.removeBackground}
            onChange={(event) => onChange({ removeBackground: event.target.checked })}
          />
          {buttons}
        </div>
      ) : (
        <div
          className={classNames(
            'flex min-h-48 flex-col items-center justify-center gap-3 rounded border border-dashed p-4 text-center',
            over ? 'border-accent bg-selected' : 'border-line-field',
          )}
        >
          <span className="text-ink-secondary">
            <Icon name="upload" size={28} />
          </span>
          <p>
            <Trans>Add an image of your signature: PNG, JPEG or WebP.</Trans>
          </p>
          {buttons}
          {props.isUnchanged && (
            <p className="text-sm text-ink-secondary">
              <Trans>Your current image is kept until you choose another one.</Trans>
            </p>
          )}
        </div>
      )}
      <FieldError id="upload" error={refusal && words[refusal]} />
    </div>
  )
}
