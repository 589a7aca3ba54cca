import type { Plugin } from 'vite'

/** What is loaded later, as it is in a finished script: import(`./file.js`). */
const later = /\bimport\(([`"'])(\.\/[\w.-]+\.js)\1\)/g

/**
 * A browser keeps in mind that a script could not be loaded (HTML, the module map; not since Chromium 156 and Firefox 154),
 * and asking for it again fails without a connection being made: each is asked for once more under another address, by
 * `src/lib/calls/load-again.ts`. Where that isn’t there, because the page is of an older release, it fails as it did.
 */
export function retriedImports(): Plugin {
  return {
    name: 'retried-imports',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const file of Object.values(bundle))
          if (file.type === 'chunk') file.code = withRetries(file.code)
      },
    },
  }
}

export function withRetries(code: string): string {
  return code.replace(later, (found, _quote, file: string) => `${found}.catch(self.loadAgain?.(\`${file}\`))`)
}
