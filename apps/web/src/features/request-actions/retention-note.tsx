import type { SignatureRequest } from '@countersign/contract/signature-request-shapes.ts'
import { getReport } from '@countersign/contract/audit-trail.ts'
import { useLingui as useCatalog } from '@lingui/react'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { call } from '#web/lib/calls/api.ts'
import { describeFailure } from '#web/lib/errors/errors.ts'
import { saveFile } from '#web/lib/calls/file-name.ts'
import { formatDate, formatDateTime } from '#web/lib/language/format.ts'
import { Button } from '#web/ui/button.tsx'
import { showSnackbar } from '#web/ui/dialogs/snackbar-store.ts'
import { Statement } from '#web/ui/layout/statement.tsx'

/** When a request is deleted on its own. */
export function RetentionNote({ request: { retention } }: { request: SignatureRequest }) {
  const { i18n } = useLingui()
  if (!retention || retention.deleted_at !== null) return null
  const at = retention.delete_at && formatDateTime(retention.delete_at, i18n.locale)
  return (
    <section aria-labelledby="retention-title">
      <h2 id="retention-title" className="mb-1 text-sm font-semibold">
        <Trans>Auto-deletion</Trans>
      </h2>
      <p className="text-sm">
        {at === null ? (
          <Plural
            value={retention.days}
            one="Documents will be deleted # day after completion."
            other="Documents will be deleted # days after completion."
          />
        ) : (
          <Trans>Documents will be auto-deleted on {at} and can’t be deleted before then.</Trans>
        )}
      </p>
    </section>
  )
}

/** Shown where the documents were. Anyone who comes by a link is not offered the protocol: it is for accounts. */
export function ContentDeleted(props: { request: SignatureRequest; byLink?: boolean }) {
  const { id, retention, viewer } = props.request
  const { t, i18n } = useLingui()
  const { busy, save } = useReport(id)
  const on = formatDate(retention?.deleted_at ?? '', i18n.locale)
  return (
    <div className="m-auto p-6">
      <Statement
        title={t`The documents were deleted on ${on}`}
        action={
          !props.byLink && (
            <div className="flex flex-wrap justify-center gap-2">
              <Button icon="download" loading={busy === 'PDF'} onClick={() => void save('PDF')}>
                <Trans>Download audit trail</Trans>
              </Button>
              {viewer.role === 'owner' && (
                <Button
                  type="secondary"
                  icon="download"
                  loading={busy === 'EVIDENCE'}
                  onClick={() => void save('EVIDENCE')}
                >
                  <Trans>Download evidence file</Trans>
                </Button>
              )}
            </div>
          )
        }
      >
        <Trans>
          The sender deletes documents after a set time. The history and audit trail are still available,
          including the hashes that identify your copy.
        </Trans>
      </Statement>
    </div>
  )
}

type Report = 'PDF' | 'EVIDENCE'

function useReport(id: string) {
  const { i18n } = useCatalog()
  const [busy, setBusy] = useState<Report | null>(null)
  async function save(type: Report) {
    setBusy(type)
    try {
      const report = { params: { id }, query: { type } }
      saveFile((await call(getReport, report, { background: true })) as File)
    } catch (failure) {
      showSnackbar(describeFailure(failure, i18n), { color: 'error', duration: 10_000 })
    }
    setBusy(null)
  }
  return { busy, save }
}
