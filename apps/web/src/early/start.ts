import { askForAccountPage } from './account-page.ts'
import { joinSession } from './join-session.ts'
import { askForSigningLink, signingLinkIn } from './signing-link.ts'

// Loaded beside the app, which is a hundred times as large: what the page asks for is on its way while the app still is.
const link = signingLinkIn(location.pathname)
if (link) askForSigningLink(link)
else askForAccountPage(location)
joinSession(() => link || askForAccountPage(location))
