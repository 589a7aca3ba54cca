import { useLingui } from '@lingui/react'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { createSignatureRequest } from '@countersign/contract/signature-requests.ts'
import { call } from '#web/lib/calls/api.ts'
import { CallError } from '#web/lib/calls/call-error.ts'
import { useCurrentUser } from '#web/lib/account/current-user.ts'
import { documentsOf } from '#web/lib/requests/document-files.ts'
import { putFiles } from '#web/lib/browser/begun-drafts.ts'
import { describeFailure } from '#web/lib/errors/errors.ts'
import { titleOfFile } from '#web/lib/calls/file-name.ts'
import { paths } from '#web/lib/paths.ts'
import { showSnackbar } from '#web/ui/dialogs/snackbar-store.ts'

interface NewRequest {
  busy: boolean
  /** Makes a draft of files and goes there: it is named after the first, and the upload begins at once. */
  begin: (files: readonly File[]) => Promise<void>
  /** The same with a sample contract that its sender signs too. */
  beginSample: () => Promise<void>
}

export function useNewRequest(): NewRequest {
  const { i18n } = useLingui()
  const router = useRouter()
  const user = useCurrentUser()
  const [busy, setBusy] = useState(false)

  async function open(makeDraft: () => Promise<string>) {
    setBusy(true)
    try {
      router.history.push(paths.compose(await makeDraft()))
    } catch (failure) {
      showSnackbar(describeFailure(failure, i18n), { color: 'error', duration: 10_000 })
    }
    setBusy(false)
  }

  return {
    busy,
    begin: async (files) => {
      if (!busy && files.length > 0) await open(() => draftOf(files))
    },
    beginSample: async () => {
      if (busy) return
      await open(async () => (await import('./sample/begin-sample.ts')).beginSample(i18n, user.email))
    },
  }
}

async function draftOf(files: readonly File[]): Promise<string> {
  const [first, ...others] = documentsOf(files)
  if (!first) throw new CallError({ key: 'document.not_a_pdf', status: 422, message: 'Not a PDF' })
  const draft = await call(createSignatureRequest, { body: { title: titleOfFile(first.name) } })
  putFiles([first, ...others])
  return draft.id
}
