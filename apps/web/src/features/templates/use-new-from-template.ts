import { useLingui } from '@lingui/react'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { describeFailure } from '#web/lib/errors/errors.ts'
import { paths } from '#web/lib/paths.ts'
import { showSnackbar } from '#web/ui/dialogs/snackbar-store.ts'
import { requestFrom } from './template-calls.ts'

/** Makes a draft of a template and goes where its people are filled in. */
export function useNewFromTemplate(id: string): { busy: boolean; begin: () => Promise<void> } {
  const { i18n } = useLingui()
  const router = useRouter()
  const [busy, setBusy] = useState(false)
  async function begin() {
    if (busy) return
    setBusy(true)
    try {
      const draft = await requestFrom(id)
      router.history.push(paths.compose(draft.id, 'people'))
    } catch (failure) {
      showSnackbar(describeFailure(failure, i18n), { color: 'error', duration: 8000 })
    }
    setBusy(false)
  }
  return { busy, begin }
}
