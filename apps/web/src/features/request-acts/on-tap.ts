import { i18n } from '@lingui/core'
import { CallError } from '#web/lib/call-error.ts'
import { describeFailure } from '#web/lib/errors.ts'
import { loadCatalogs } from '#web/lib/i18n.ts'
import { showSnackbar } from '#web/ui/snackbar-store.ts'
import { requestActs } from './words.ts'

/** Opens what is loaded, with its words, once one asks for it; without a connection it says so and nothing else happens. */
export async function onTap<Part>(load: () => Promise<Part>, open: (part: Part) => void): Promise<void> {
  try {
    const [part] = await Promise.all([load(), loadCatalogs(requestActs)])
    open(part)
  } catch {
    const failure = new CallError({ key: 'network', status: 0, message: 'The page could not be loaded' })
    showSnackbar(describeFailure(failure, i18n), { color: 'error', duration: 8000 })
  }
}
