import { createRoute, lazyRouteComponent, type AnyRoute } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { everyone, type Access, type Role } from '#web/lib/access.ts'
import { loadCatalogs } from '#web/lib/i18n.ts'
import { guard } from '../guard.ts'

/** A page with its words: nothing of it is loaded before somebody goes there. */
type Page = () => Promise<{ component: ComponentType }>

async function withWords<Loaded>(loading: Promise<Loaded>, pick: (loaded: Loaded) => ComponentType) {
  const [loaded, { loadBusinessWords }, { loadWords }] = await Promise.all([
    loading,
    import('#web/features/businesses/words.ts'),
    import('#web/features/seals/words.ts'),
  ])
  await Promise.all([loadBusinessWords(), loadWords()])
  return { component: pick(loaded) }
}

const seals = () => import('./seals.tsx')

const members = () => import('./members.tsx')

/** Signing up says the words of every sign-up, too. */
async function withEntryWords(page: Page) {
  const [loaded] = await Promise.all([page(), loadCatalogs('entry', 'general')])
  return loaded
}

const signup = () => import('./signup.tsx')

const pages: readonly [path: string, access: Role | Access, page: Page][] = [
  [
    '/business/dashboard',
    'admin',
    () => withWords(import('./dashboard.tsx'), (page) => page.BusinessDashboardPage),
  ],
  ['/business/activity', 'admin', () => withWords(import('./activity.tsx'), (page) => page.ActivityPage)],
  ['/business/members', 'admin', () => withWords(members(), (page) => page.MembersPage)],
  [
    '/business/members/signer-groups',
    'admin',
    async () => {
      const [page, { loadWords }] = await Promise.all([
        withWords(import('./signer-groups.tsx'), (loaded) => loaded.BusinessSignerGroupsPage),
        import('#web/features/signer-groups/words.ts'),
      ])
      await loadWords()
      return page
    },
  ],
  [
    '/business/register',
    { roles: ['user'], strict: true },
    () => withEntryWords(() => withWords(import('./register.tsx'), (page) => page.BusinessRegisterPage)),
  ],
  [
    '/business/welcome',
    'admin',
    () => withWords(import('./welcome.tsx'), (page) => page.BusinessWelcomePage),
  ],
  ['/business/profile', 'admin', () => withWords(import('./profile.tsx'), (page) => page.CompanyProfilePage)],
  ['/business/developers/api', 'admin', () => withWords(import('./api.tsx'), (page) => page.ApiUsersPage)],
  ['/business/seals', 'admin', () => withWords(seals(), (page) => page.SealsPage)],
  ['/business/seals/$accountname', 'admin', () => withWords(seals(), (page) => page.SealPage)],
]

/** For whoever comes without an account, too. */
const openPages: typeof pages = [
  [
    '/business/signup',
    'unauthenticated',
    () => withEntryWords(() => withWords(signup(), (page) => page.BusinessSignupPage)),
  ],
  [
    '/business/signup/mail-sent',
    'unauthenticated',
    () => withEntryWords(() => withWords(signup(), (page) => page.BusinessSignupMailSentPage)),
  ],
  [
    '/business/signup/steps',
    'unauthenticated',
    () => withEntryWords(() => withWords(signup(), (page) => page.BusinessSignupStepsPage)),
  ],
  ['/invite/$id', everyone, () => withWords(import('./invite.tsx'), (page) => page.InvitePage)],
]

/** What the admins of a business look after. */
export function businessRoutes(parent: () => AnyRoute): AnyRoute[] {
  return routesOf(pages, parent)
}

/** How one comes to a business. */
export function openBusinessRoutes(parent: () => AnyRoute): AnyRoute[] {
  return routesOf(openPages, parent)
}

function routesOf(given: typeof pages, parent: () => AnyRoute): AnyRoute[] {
  return given.map(([path, access, page]) =>
    createRoute({
      getParentRoute: parent,
      path,
      ...guard(access),
      component: lazyRouteComponent(page, 'component'),
    }),
  )
}
