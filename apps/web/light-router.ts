import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

/** The router's own links (ours are `AppLink`), and its way of reading a query (ours is `search-parameters.ts`). */
const unused =
  /@tanstack[\\/](react-router[\\/]dist[\\/]esm[\\/]link|router-core[\\/]dist[\\/]esm[\\/]searchParams)\.js$/

/**
 * Parts of the router that no page uses stay out of the script that every page loads: its classes name them, so nothing
 * else finds out. They are a fortieth of the sign-in page's script.
 */
export function lightRouter(): Plugin {
  return {
    name: 'light-router',
    enforce: 'pre',
    apply: 'build',
    load: (id) => (unused.test(id) ? withoutContent(readFileSync(id, 'utf8')) : null),
  }
}

/** A module with the same names, which are nothing. */
export function withoutContent(code: string): string {
  const names = /^export \{ ([\w, ]+) \};$/m.exec(code)?.[1]
  if (names === undefined) throw new Error('The router’s files are no longer built as they were')
  return names
    .split(', ')
    .map((name) => `export const ${name} = undefined`)
    .join('\n')
}
