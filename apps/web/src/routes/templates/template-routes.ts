import { createRoute, lazyRouteComponent, type AnyRoute } from '@tanstack/react-router'

const pages = () => import('./template-pages.tsx')

/** Templates and what is sent from them to tables of people. Few come here: what they need is loaded by those who do. */
export function templateRoutes(parent: () => AnyRoute): AnyRoute[] {
  const page = (path: string, name: Exclude<keyof Awaited<ReturnType<typeof pages>>, 'loadWords'>) =>
    createRoute({
      getParentRoute: parent,
      path,
      loader: async () => (await pages()).loadWords(),
      component: lazyRouteComponent(pages, name),
    })
  return [
    page('/templates', 'TemplatesPage'),
    page('/templates/$id', 'TemplatePage'),
    page('/templates/$id/send', 'BulkSendPage'),
    page('/bulk-sends', 'BulkSendsPage'),
    page('/bulk-sends/$id', 'BulkSendReportPage'),
  ]
}
