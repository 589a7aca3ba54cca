import { i18n } from '@lingui/core'
import { isCallError, notLoaded } from '#web/lib/calls/call-error.ts'
import { describeFailure } from '#web/lib/errors/errors.ts'
import { loadCatalogs, type Words } from '#web/lib/language/i18n.ts'
import { showSnackbar } from '#web/ui/dialogs/snackbar-store.ts'

/** Only who comes to do something loads these words. */
const words: Words = {
  name: 'requestActions',
  load: (language) => import(`./locales/${language}.po`),
}

/** What is loaded later, together with its words. */
export async function withWords<Part>(load: Promise<Part>): Promise<Part> {
  const [part] = await Promise.all([load, loadCatalogs(words)])
  return part
}

/** Opens what is loaded once one asks for it; without a connection it says so and nothing else happens. */
export async function onTap<Part>(load: () => Promise<Part>, open: (part: Part) => void): Promise<void> {
  try {
    open(await withWords(load()))
  } catch (failure) {
    showSnackbar(describeFailure(isCallError(failure) ? failure : notLoaded(), i18n), {
      color: 'error',
      duration: 8000,
    })
  }
}
