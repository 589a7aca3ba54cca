import type { Document } from '@countersign/contract/documents.ts'
import { useLingui as useCatalog } from '@lingui/react'
import { Trans } from '@lingui/react/macro'
import { useRouter } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { DocumentViewer } from '#web/features/documents/document-viewer.tsx'
import { describeFailure } from '#web/lib/errors/errors.ts'
import { paths } from '#web/lib/paths.ts'
import { DefaultLayout } from '#web/ui/layout/app-layout.tsx'
import { Button } from '#web/ui/button.tsx'
import { showSnackbar } from '#web/ui/dialogs/snackbar-store.ts'
import { claim, anonymousUploadPages, type AnonymousUpload } from './anonymous-upload-calls.ts'

/** The submitted document page by page, and the button that claims it. */
export function ClaimableDocument(props: {
  token: string
  code: string
  anonymousUpload: AnonymousUpload
  document: NonNullable<AnonymousUpload['document']>
  /** Claiming did not work: how it stands is to be asked again. */
  onRefused: () => void
}) {
  const { token, code, anonymousUpload, document } = props
  const { busy, take } = useClaim(token, code, props.onRefused)
  const source = useMemo(() => anonymousUploadPages(token, code), [token, code])
  const shown = useMemo(() => [asDocument(anonymousUpload, document)], [anonymousUpload, document])
  const button = (
    <Button loading={busy} onClick={() => void take()}>
      <Trans>Claim document</Trans>
    </Button>
  )
  return (
    <DefaultLayout
      full
      title={anonymousUpload.title}
      actions={<span className="max-sm:hidden">{button}</span>}
    >
      <div className="flex h-[calc(100dvh-var(--strips,0px)-4rem)] min-w-0 flex-1 flex-col">
        <p className="border-b border-line bg-selected px-4 py-3 text-sm">
          <Trans>
            When you claim it, it becomes your draft. The person who submitted it can see the signers and the
            status, and gets the signed document.
          </Trans>
        </p>
        <DocumentViewer documents={shown} source={source} />
        <footer className="border-t border-line bg-sheet p-3 *:w-full sm:hidden">{button}</footer>
      </div>
    </DefaultLayout>
  )
}

function useClaim(token: string, code: string, onRefused: () => void) {
  const { i18n } = useCatalog()
  const router = useRouter()
  const [busy, setBusy] = useState(false)
  async function take() {
    setBusy(true)
    try {
      const { signature_request_id: id } = await claim(token, code)
      router.history.push(paths.compose(id))
    } catch (failure) {
      const reason = describeFailure(failure, i18n)
      showSnackbar(<Trans>Failed to claim signature request. {reason}</Trans>, {
        color: 'error',
        duration: 10_000,
      })
      onRefused()
    }
    setBusy(false)
  }
  return { busy, take }
}

/** For the viewer, which shows documents: this one has no row of its own yet. */
function asDocument(
  anonymousUpload: AnonymousUpload,
  given: NonNullable<AnonymousUpload['document']>,
): Document {
  const [first] = given.pages
  return {
    id: anonymousUpload.id,
    parent_id: null,
    name: given.name,
    title: anonymousUpload.title,
    content_type: 'application/pdf',
    size: given.size,
    sha256: given.sha256,
    page_count: given.pages.length,
    page_width: first?.width ?? 0,
    page_height: first?.height ?? 0,
    pages: given.pages,
    signature_fields: [],
    form_fields: [],
    form_problem: null,
    scripts_removed: false,
    seed_value_fields: [],
    created_at: anonymousUpload.created_at,
  }
}
