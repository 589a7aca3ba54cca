import { visualSignatureSize } from '@countersign/contract/visual-signatures.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { useObjectUrl } from '#web/lib/browser/use-object-url.ts'
import { classNames } from '#web/ui/class-names.ts'
import { ErrorNotice } from '#web/ui/notices/error-notice.tsx'
import { Paper } from './paper.tsx'
import { problemsOf } from './problems.ts'
import type { Preview } from './use-preview.ts'

/** The field on the page, at its real size. The last picture stays while the next is on its way. */
export function LivePreview({ preview }: { preview: Preview }) {
  const { t } = useLingui()
  const url = useObjectUrl(preview.image)
  const isShownInForm = Object.keys(problemsOf(preview.failure)).length > 0
  return (
    <section aria-busy={preview.loading} className="flex flex-col items-center gap-2 md:items-start">
      <h3 className="text-sm font-medium max-md:sr-only">
        <Trans>On the page</Trans>
      </h3>
      <Paper loading={preview.loading && !url}>
        {url && (
          <img
            src={url}
            width={visualSignatureSize.width}
            height={visualSignatureSize.height}
            alt={t`Preview of your signature`}
            className={classNames(
              'block h-auto max-w-full transition-opacity',
              preview.loading && 'opacity-60',
            )}
          />
        )}
      </Paper>
      {preview.failure !== null && !isShownInForm && <ErrorNotice failure={preview.failure} />}
      <p className="text-sm text-ink-secondary max-md:hidden">
        <Trans>Preview in a standard field. The date will be the signing date.</Trans>
      </p>
    </section>
  )
}
