import type { Plugin } from 'vite'

const source = 'src/early/start.ts'

/** Names the script that runs before the app in the page: Vite itself would make one of all that a page names. */
export function earlyScript(): Plugin {
  return {
    name: 'early-script',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const built = Object.values(bundle ?? {}).find(
          (file) => file.type === 'chunk' && file.facadeModuleId?.endsWith(`/${source}`),
        )
        if (bundle && !built) throw new Error(`The build has no ${source}`)
        const src = `/${built?.fileName ?? source}`
        return [{ tag: 'script', attrs: { type: 'module', async: true, src }, injectTo: 'head-prepend' }]
      },
    },
  }
}
