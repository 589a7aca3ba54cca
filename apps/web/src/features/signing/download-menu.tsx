import { downloadDocument } from '@countersign/contract/documents.ts'
import { downloadZip, getReport } from '@countersign/contract/audit-trail.ts'
import { type SignatureRequest } from '@countersign/contract/signature-request-shapes.ts'
import { useLingui as useCatalog } from '@lingui/react'
import { useLingui } from '@lingui/react/macro'
import { call } from '#web/lib/calls/api.ts'
import { describeFailure } from '#web/lib/errors/errors.ts'
import { saveFile } from '#web/lib/calls/file-name.ts'
import { Menu, type MenuItem } from '#web/ui/menu.tsx'
import { showSnackbar } from '#web/ui/dialogs/snackbar-store.ts'

export function useDownloads(request: SignatureRequest) {
  const { i18n } = useCatalog()
  const { t } = useLingui()
  async function save(ask: () => Promise<File | Blob>) {
    const done = showSnackbar(t`Preparing the download …`, { indefinite: true, dismissible: false })
    try {
      const file = await ask()
      saveFile(file instanceof File ? file : new File([file], 'document.pdf', { type: file.type }))
    } catch (failure) {
      showSnackbar(describeFailure(failure, i18n), { color: 'error', duration: 8000 })
    } finally {
      done()
    }
  }
  const background = { background: true }
  const params = { id: request.id }
  return {
    document: (id: string) =>
      void save(() => call(downloadDocument, { params: { id }, query: { signed: 'true' } }, background)),
    zip: () => void save(() => call(downloadZip, { params, query: { signed: 'true' } }, background)),
    protocol: () => void save(() => call(getReport, { params, query: { type: 'PDF' } }, background)),
    evidence: () => void save(() => call(getReport, { params, query: { type: 'EVIDENCE' } }, background)),
  }
}

/** Each document, all of them with the protocol as a zip, and the protocol alone; to the owner the evidence file too. */
export function DownloadMenu({ request }: { request: SignatureRequest }) {
  const { t } = useLingui()
  const downloads = useDownloads(request)
  const items: MenuItem[] = request.documents.map(({ id, name }) => ({
    label: name,
    icon: 'document',
    onSelect: () => downloads.document(id),
  }))
  items.push({ label: t`All files (zip)`, icon: 'download', onSelect: downloads.zip })
  if (request.status_overall !== 'DRAFT') {
    items.push({ label: t`Audit trail (PDF)`, icon: 'checkCircle', onSelect: downloads.protocol })
    if (request.viewer.role === 'owner')
      items.push({ label: t`Evidence file (JSON)`, icon: 'checkCircle', onSelect: downloads.evidence })
  }
  return (
    <Menu button={{ icon: 'download', label: t`Download`, type: 'text', color: 'neutral' }} items={items} />
  )
}
