import { createRoute, lazyRouteComponent, type AnyRoute } from '@tanstack/react-router'
import { guard } from './guard.ts'

/** With their words. */
async function pages() {
  const loaded = await import('./business-seals.tsx')
  await loaded.loadWords()
  return loaded
}

/** What the admins of a business look after. */
export function businessRoutes(parent: () => AnyRoute): AnyRoute[] {
  const page = (path: string, name: Exclude<keyof Awaited<ReturnType<typeof pages>>, 'loadWords'>) =>
    createRoute({
      getParentRoute: parent,
      path,
      ...guard('admin'),
      component: lazyRouteComponent(pages, name),
    })
  return [page('/business/seals', 'SealsPage'), page('/business/seals/$accountname', 'SealPage')]
}
