import { askForAccountPage } from './account-page.ts'
import { joinSession } from './join-session.ts'
import { askForSigningLink, signingLinkIn } from './signing-link.ts'

// Loaded beside the app, which is a hundred times as large: what the page asks for is on its way while the app still is. Where the
// app was there first, it has asked itself.
if (!globalThis.isAppLoaded) {
  const link = signingLinkIn(location.pathname)
  const ask = () => (link ? askForSigningLink(link) : askForAccountPage(location))
  ask()
  joinSession({
    joined: () => link || ask(),
    signedOut: () => globalThis.earlyAnswers?.clear(),
  })
}
