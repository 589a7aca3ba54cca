import { useLingui } from '@lingui/react'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { createSignatureRequest } from '@countersign/contract/signature-requests.ts'
import { call } from '#web/lib/api.ts'
import { CallError } from '#web/lib/call-error.ts'
import { documentsOf } from '#web/lib/document-files.ts'
import { putFiles } from '#web/lib/dropped-files.ts'
import { describeFailure } from '#web/lib/errors.ts'
import { titleOfFile } from '#web/lib/file-name.ts'
import { paths } from '#web/lib/paths.ts'
import { showSnackbar } from '#web/ui/snackbar-store.ts'

/** Makes a draft of files and goes there: it is named after the first, and the upload begins at once. */
export function useNewRequest(): { busy: boolean; begin: (files: readonly File[]) => Promise<void> } {
  const { i18n } = useLingui()
  const router = useRouter()
  const [busy, setBusy] = useState(false)

  async function begin(files: readonly File[]) {
    if (busy || files.length === 0) return
    const [first, ...others] = documentsOf(files)
    setBusy(true)
    try {
      if (!first) throw new CallError({ key: 'document.not_a_pdf', status: 422, message: 'Not a PDF' })
      const draft = await call(createSignatureRequest, { body: { title: titleOfFile(first.name) } })
      putFiles([first, ...others])
      router.history.push(paths.compose(draft.id))
    } catch (failure) {
      showSnackbar(describeFailure(failure, i18n), { color: 'error', duration: 10_000 })
    }
    setBusy(false)
  }
  return { busy, begin }
}
