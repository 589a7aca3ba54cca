import type { ComponentType } from 'react'
import { loadCatalogs } from '#web/lib/language/i18n.ts'

/** A page with its words: nothing of it is loaded before someone goes there. */
type Page = () => Promise<{ component: ComponentType }>

const seals = () => import('./seals.tsx')
const settings = () => import('./settings.tsx')
const signup = () => import('./signup.tsx')

/** Every page of a business. The table itself is loaded with the first of them: who only signs needs none. */
const pages = {
  '/business/dashboard': () => withWords(import('./dashboard.tsx'), (page) => page.BusinessDashboardPage),
  '/business/activity': () => withWords(import('./activity.tsx'), (page) => page.ActivityPage),
  '/business/members': () => withBillingWords(import('./members.tsx'), (page) => page.MembersPage),
  '/business/members/signer-groups': async () => {
    const [page, { loadWords }] = await Promise.all([
      withWords(import('./signer-groups.tsx'), (loaded) => loaded.BusinessSignerGroupsPage),
      import('#web/features/signer-groups/words.ts'),
    ])
    await loadWords()
    return page
  },
  '/business/register': () =>
    withEntryWords(() => withWords(import('./register.tsx'), (page) => page.BusinessRegisterPage)),
  '/business/welcome': () => withBillingWords(import('./welcome.tsx'), (page) => page.BusinessWelcomePage),
  '/business/profile': () => withWords(import('./profile.tsx'), (page) => page.CompanyProfilePage),
  '/business/developers/api': () => withWords(import('./api.tsx'), (page) => page.ApiUsersPage),
  '/business/members/domains': () => withWords(import('./domains.tsx'), (page) => page.DomainsPage),
  '/business/company-sign-in': () =>
    withWords(import('./company-sign-in.tsx'), (page) => page.CompanySignInPage),
  '/business/profile/aes-for-business': () =>
    withWords(import('./aes-for-business.tsx'), (page) => page.AesForBusinessPage),
  '/business/settings': () => withWords(settings(), (page) => page.BusinessSettingsPage),
  '/business/extras': () => withWords(settings(), (page) => page.BusinessExtrasPage),
  '/business/seals': () => withWords(seals(), (page) => page.SealsPage),
  '/business/seals/$accountname': () => withWords(seals(), (page) => page.SealPage),
  '/business/signup': () => withEntryWords(() => withWords(signup(), (page) => page.BusinessSignupPage)),
  '/business/signup/mail-sent': () =>
    withEntryWords(() => withWords(signup(), (page) => page.BusinessSignupMailSentPage)),
  '/business/signup/steps': () =>
    withEntryWords(() => withWords(signup(), (page) => page.BusinessSignupStepsPage)),
  '/aes-for-business/confirm': () => withWords(import('./aes-confirm.tsx'), (page) => page.AesConfirmPage),
  '/business/upgrade': () =>
    withEntryWords(() => withBillingWords(import('../billing/upgrade.tsx'), (page) => page.UpgradePage)),
  '/business/billing/plan': () => withBillingWords(import('../billing/plan.tsx'), (page) => page.PlanPage),
  '/invite/$id': () => withWords(import('./invite.tsx'), (page) => page.InvitePage),
} satisfies Record<string, Page>

export type BusinessPath = keyof typeof pages

export function openPage(path: BusinessPath): ReturnType<Page> {
  return pages[path]()
}

/** With the words of plans and payments. */
async function withBillingWords<Loaded>(loading: Promise<Loaded>, pick: (loaded: Loaded) => ComponentType) {
  const [page, { loadBillingWords }] = await Promise.all([
    withWords(loading, pick),
    import('#web/features/billing/words.ts'),
  ])
  await loadBillingWords()
  return page
}

async function withWords<Loaded>(loading: Promise<Loaded>, pick: (loaded: Loaded) => ComponentType) {
  const [loaded, { loadBusinessWords }, { loadWords }] = await Promise.all([
    loading,
    import('#web/features/businesses/words.ts'),
    import('#web/features/seals/words.ts'),
  ])
  await Promise.all([loadBusinessWords(), loadWords()])
  return { component: pick(loaded) }
}

/** Signing up says the words of every sign-up, too. */
async function withEntryWords(page: Page) {
  const [loaded] = await Promise.all([page(), loadCatalogs('entry', 'general')])
  return loaded
}
