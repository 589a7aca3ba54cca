import type { ComponentType } from 'react'
import { loadCatalogs } from '#web/lib/language/i18n.ts'

/** Every page that says one thing. The table is loaded with the first of them. */
const pages = {
  '/logout': async () => (await import('./logout.tsx')).LogoutPage,
  '/bye': async () => (await import('./bye.tsx')).ByePage,
  '/sorry': async () => (await import('./sorry.tsx')).SorryPage,
  '/signed': async () => (await ofAccount(import('./after-signing.tsx'))).SignedPage,
  '/declined': async () => (await ofAccount(import('./after-signing.tsx'))).DeclinedPage,
  '/welcome': async () => (await ofAccount(import('./welcome.tsx'))).WelcomePage,
  '/not-available': async () => (await ofAccount(import('./not-available.tsx'))).NotAvailablePage,
  '/sendto': async () => (await import('../public-pages.tsx')).SubmitDocumentPage,
  '/verify': async () => (await import('../public-pages.tsx')).ValidationPage,
  '/expired': async () => (await import('./expired.tsx')).ExpiredPage,
  '/maintenance': async () => (await import('./maintenance.tsx')).MaintenancePage,
  '/cookiesblocked': async () => (await import('./cookies-blocked.tsx')).CookiesBlockedPage,
  '/mab/redirect': async () => (await import('../public-pages.tsx')).SigningReturnPage,
  '/terms': async () => (await import('./terms.tsx')).TermsPage,
} satisfies Record<string, () => Promise<ComponentType>>

export type GeneralPath = keyof typeof pages

export async function openPage(path: GeneralPath): Promise<{ component: ComponentType }> {
  return { component: await pages[path]() }
}

/** With what the product's frame shows: its words, and whose account it is. */
async function ofAccount<Module>(module: Promise<Module>): Promise<Module> {
  const { loadUser } = await import('#web/lib/account/current-user.ts')
  await Promise.all([module, loadCatalogs('signedIn'), loadUser()])
  return module
}
