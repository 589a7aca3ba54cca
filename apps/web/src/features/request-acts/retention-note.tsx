import type { SignatureRequest } from '@countersign/contract/signature-request-shapes.ts'
import { getReport } from '@countersign/contract/signature-requests.ts'
import { useLingui as useCatalog } from '@lingui/react'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { call } from '#web/lib/api.ts'
import { describeFailure } from '#web/lib/errors.ts'
import { saveFile } from '#web/lib/file-name.ts'
import { formatDate, formatDateTime } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { showSnackbar } from '#web/ui/snackbar-store.ts'
import { Statement } from '#web/ui/statement.tsx'

/** When a request is deleted by itself. */
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
            one="Its documents are deleted # day after it has ended."
            other="Its documents are deleted # days after it has ended."
          />
        ) : (
          <Trans>Its documents are deleted on {at}. Until then it cannot be deleted by hand.</Trans>
        )}
      </p>
    </section>
  )
}

/** Stands where the documents were. Whoever comes by a link is not offered the protocol: it is for accounts. */
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
                <Trans>Download the audit trail</Trans>
              </Button>
              {viewer.role === 'owner' && (
                <Button
                  type="secondary"
                  icon="download"
                  loading={busy === 'EVIDENCE'}
                  onClick={() => void save('EVIDENCE')}
                >
                  <Trans>Download the evidence file</Trans>
                </Button>
              )}
            </div>
          )
        }
      >
        <Trans>
          The sender has documents deleted after a set time. The history and the audit trail are still here,
          with the hashes by which a copy of yours can be recognised.
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
