import { visualSignatureSize, type VisualSignature } from '@countersign/contract/visual-signatures.ts'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useObjectUrl } from '#web/lib/browser/use-object-url.ts'
import { Paper } from './paper.tsx'
import { savedPreviewQuery } from './visual-signature-calls.ts'

/** How a kept signature will be on the page. */
export function SavedPreview({ signature }: { signature: VisualSignature }) {
  const { t } = useLingui()
  const preview = useQuery(savedPreviewQuery(signature))
  const url = useObjectUrl(preview.data)
  const { alias } = signature
  return (
    <Paper loading={!preview.isError && !url}>
      {url && (
        <img
          src={url}
          width={visualSignatureSize.width}
          height={visualSignatureSize.height}
          alt={t`Preview of “${alias}”`}
          className="block h-auto max-w-full"
        />
      )}
      {preview.isError && <span className="p-4 text-center text-sm">{signature.name}</span>}
    </Paper>
  )
}
