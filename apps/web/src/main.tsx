import './lib/browser/allow-storage.ts'
import './lib/calls/load-again.ts'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { onCallFailure } from './lib/calls/api.ts'
import { activateLanguage, wantedLanguage } from './lib/language/i18n.ts'
import { paths } from './lib/paths.ts'
import { rememberTarget } from './lib/account/return-address.ts'
import { endSession, joinSession, session, signedOut } from './lib/account/session.ts'
import { forgetAccountMemory } from './lib/browser/tab-memory.ts'
import { router } from './routes/tree.ts'
import { activeDialog, closeDialog, closeOverlay } from './ui/dialogs/dialog-store.ts'
import './ui/app.css'

// Our content security policy has no eval: Zod, which is loaded later, must not even try it.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

// A 401 keeps the address, forgets the token and asks to sign in; a broken service leads to /sorry, once.
onCallFailure({
  unauthorized() {
    // Where nothing is worth coming back to, nothing is kept: signing in and out among them.
    if (!signedOut.get()) rememberTarget(router.state.location.href)
    endSession({ everywhere: false })
  },
  broken(failure) {
    if (router.state.location.pathname === paths.sorry()) return
    closeDialog()
    closeOverlay()
    void router.navigate({ to: '/sorry', state: { failureId: failure.id }, ignoreBlocker: true })
  },
  /** The account has something to settle first: the navigation rules know what. */
  unsettled() {
    void import('./lib/account/current-visitor.ts').then(({ forgetVisitor }) => {
      forgetVisitor()
      return router.invalidate()
    })
  },
  /** Not over another dialog: what is typed there stays, with the refusal in words. */
  notIncluded(feature) {
    if (activeDialog.get()) return
    void import('./features/billing/plans/upgrade-prompt.tsx').then(({ openUpgradePrompt }) =>
      openUpgradePrompt(feature),
    )
  },
  busy(delay, cancel) {
    let end = () => {}
    let isOver = delay < 2000
    // A short wait is over before it could be read.
    if (!isOver)
      void import('./ui/dialogs/busy-notice.tsx').then(({ showBusy }) => {
        if (!isOver) end = showBusy(delay, cancel)
      })
    return () => {
      isOver = true
      end()
    }
  },
})

// A session that ended, here or in another tab, is the end of what it showed; one that began in another tab is the
// end of this one's sign-in page, and one of someone else's, wherever it began, of this whole page.
session.subscribe(() => {
  const current = session.get()
  if (!current) {
    closeDialog()
    closeOverlay()
  }
  if (!current || document.hidden) void router.invalidate()
  if (current) void reloadForOtherAccount()
})

async function reloadForOtherAccount(): Promise<void> {
  const { isSamePerson } = await import('./lib/account/current-user.ts')
  if (await isSamePerson()) return
  forgetAccountMemory()
  location.reload()
}

// Nothing of anybody else runs here unless anyone who runs this installation has chosen it.
if (document.querySelector('meta[name="outside"]'))
  void import('./outside/start.ts').then(({ startOutside }) => startOutside(router))

await Promise.all([activateLanguage(wantedLanguage()), joinSession()])

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <I18nProvider i18n={i18n}>
      <RouterProvider router={router} />
    </I18nProvider>
  </StrictMode>,
)
