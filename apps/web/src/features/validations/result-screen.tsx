import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Suspense, useState } from 'react'
import { formatSize, formatTime } from '#web/lib/language/format.ts'
import { saveFile } from '#web/lib/calls/file-name.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorNotice } from '#web/ui/notices/error-notice.tsx'
import { Notice } from '#web/ui/notices/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { FindingList } from './finding-list.tsx'
import { SignatureCard } from './signature-card.tsx'
import { commonFindings, withoutFindings } from './verdict.ts'
import { VerdictPanel } from './verdict-panel.tsx'
import { deleteNow, loadReport, type ValidationResult } from './validation-calls.ts'
import { later } from '#web/ui/later.tsx'

const Revisions = later(async () => ({ default: (await import('./revisions.tsx')).Revisions }))

/** What was found: the result first, then each signature, then the file as it was and as it is. */
export function FoundScreen({ found, onAnother }: { found: ValidationResult; onAnother: () => void }) {
  const { validation } = found
  const { signatures, warnings, infos, file } = validation
  const common = commonFindings(signatures)
  return (
    <div className="flex flex-col gap-5">
      <VerdictPanel validation={validation} />
      <FileFacts found={found} onAnother={onAnother} />
      {warnings.length > 0 && (
        <Notice kind="warning" title={<Trans>About the file</Trans>}>
          <FindingList findings={warnings} />
        </Notice>
      )}
      {infos.length > 0 && (
        <Notice kind="info">
          <FindingList findings={infos} />
        </Notice>
      )}
      {signatures.length > 0 && (
        <section aria-labelledby="signatures" className="flex flex-col gap-3">
          <h2 id="signatures" className="text-lg font-semibold">
            <Trans>Signatures and timestamps</Trans>
          </h2>
          {common.errors.length > 0 && (
            <Notice kind="error" title={<Trans>Problems with all signatures</Trans>}>
              <FindingList findings={common.errors} />
            </Notice>
          )}
          {common.warnings.length > 0 && (
            <Notice kind="warning" title={<Trans>For all signatures: check before you rely on them</Trans>}>
              <FindingList findings={common.warnings} />
            </Notice>
          )}
          <ol className="flex flex-col gap-3">
            {signatures.map((signature) => (
              <SignatureCard
                key={`${signature.field} ${signature.id}`}
                signature={withoutFindings(signature, common)}
              />
            ))}
          </ol>
        </section>
      )}
      {file.revisions.some(({ pages }) => pages.length > 0) && signatures.length > 0 && (
        <Suspense fallback={<Skeleton className="h-64" />}>
          <Revisions found={found} />
        </Suspense>
      )}
    </div>
  )
}

function FileFacts({
  found: { id, validation },
  onAnother,
}: {
  found: ValidationResult
  onAnother: () => void
}) {
  const { i18n } = useLingui()
  const [failure, setFailure] = useState<unknown>(null)
  const { file, name } = validation
  const fingerprint = file.sha256
  const until = formatTime(validation.expires_at, i18n.locale)
  const attempt = (act: () => Promise<unknown>) => {
    setFailure(null)
    act().catch(setFailure)
  }
  const save = (type: 'JSON' | 'XML') => attempt(async () => saveFile(await loadReport(id, type)))
  return (
    <div className="flex flex-col gap-3 rounded-sheet border border-line bg-sheet p-4 sm:p-5">
      <p className="wrap-anywhere">
        <strong className="font-medium">
          <bdi>{name ?? <Trans>Your file</Trans>}</bdi>
        </strong>
        {', '}
        {formatSize(file.size, i18n.locale)}
        {file.pages !== null && (
          <>
            {', '}
            <Plural value={file.pages} one="# page" other="# pages" />
          </>
        )}
      </p>
      <p className="text-sm wrap-anywhere text-ink-secondary">
        <Trans>Hash (SHA-256): {fingerprint}</Trans>
      </p>
      <div className="flex flex-wrap gap-2">
        <Button icon="document" onClick={onAnother}>
          <Trans>Verify another file</Trans>
        </Button>
        <Button type="secondary" icon="download" onClick={() => save('JSON')}>
          <Trans>Report as JSON</Trans>
        </Button>
        {validation.signatures.length > 0 && (
          <Button type="secondary" icon="download" onClick={() => save('XML')}>
            <Trans>Report as XML</Trans>
          </Button>
        )}
        <Button
          type="text"
          color="error"
          icon="trash"
          onClick={() => attempt(() => deleteNow(id).then(onAnother))}
        >
          <Trans>Delete now</Trans>
        </Button>
      </div>
      <p className="text-sm text-ink-secondary">
        <Trans>Deleted automatically at {until}.</Trans>
      </p>
      {failure !== null && <ErrorNotice failure={failure} />}
    </div>
  )
}
