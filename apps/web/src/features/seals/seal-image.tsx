import type { Seal } from '@countersign/contract/seals.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { FileButton } from '#web/features/visual-signatures/pictures/file-button.tsx'
import { useObjectUrl } from '#web/lib/browser/use-object-url.ts'
import { Button } from '#web/ui/button.tsx'
import { RefusalNotice } from '#web/ui/notices/refusal-notice.tsx'
import { showDone } from '#web/ui/dialogs/show-done.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { removeImage, saveImage, sealImageQuery } from './seal-calls.ts'

/** What the seal looks like in its place; one can see it before everybody else does. */
export function SealImage({ seal, onSaved }: { seal: Seal; onSaved: (seal: Seal) => void }) {
  const { t } = useLingui()
  const [version, setVersion] = useState(0)
  const image = useQuery(sealImageQuery(seal, version))
  const kept = useObjectUrl(seal.hasImage ? image.data : undefined)
  const setting = useMutation({
    mutationFn: (file: Blob) => saveImage(seal.name, file),
    onSuccess: (saved) => {
      onSaved(saved)
      setVersion((now) => now + 1)
    },
  })
  const removing = useMutation({
    mutationFn: () => removeImage(seal.name),
    onSuccess: (saved) => {
      const removed = image.data
      onSaved(saved)
      showDone(
        t`Image removed.`,
        removed ? { text: t`Undo`, handler: () => setting.mutate(removed) } : undefined,
      )
    },
  })
  const last = setting.submittedAt > removing.submittedAt ? setting : removing
  const failure = last.error ?? image.error
  return (
    <div className="flex flex-col gap-4">
      <figure className="m-0">
        <div className="flex h-36 w-full max-w-80 items-center justify-center gap-3 rounded border border-line bg-document p-3 text-sm text-[#16202e]">
          {seal.hasImage && !kept ? (
            <Skeleton className="h-full w-full" />
          ) : (
            <>
              {kept && (
                <img src={kept} alt={t`Seal image`} className="max-h-full min-w-0 shrink object-contain" />
              )}
              <span className="min-w-0 wrap-anywhere">
                <bdi className="block font-medium">{seal.label}</bdi>
                <Trans>Sealed electronically</Trans>
              </span>
            </>
          )}
        </div>
        <figcaption className="mt-1 text-sm text-ink-secondary">
          <Trans>How it appears on a page, with the time and who applied it.</Trans>
        </figcaption>
      </figure>
      <div className="flex flex-wrap items-center gap-3">
        <FileButton icon="upload" onFile={(file) => file && setting.mutate(file)}>
          {seal.hasImage ? <Trans>Choose another image</Trans> : <Trans>Choose image</Trans>}
        </FileButton>
        {seal.hasImage && (
          <Button type="text" color="error" loading={removing.isPending} onClick={() => removing.mutate()}>
            <Trans>Remove image</Trans>
          </Button>
        )}
        <p role="status" className="text-sm text-ink-secondary">
          {setting.isPending && <Trans>Checking the image …</Trans>}
        </p>
      </div>
      {failure && <RefusalNotice failure={failure} />}
    </div>
  )
}
