import { createRoute, lazyRouteComponent, type AnyRoute } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { everyone, type Access, type Role } from '#web/lib/access.ts'
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
  ['/business/seals', 'admin', () => withWords(seals(), (page) => page.SealsPage)],
  ['/business/seals/$accountname', 'admin', () => withWords(seals(), (page) => page.SealPage)],
]

/** For whoever comes without an account, too. */
const openPages: typeof pages = [
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
