import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin'
import babel from '@rolldown/plugin-babel'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { earlyScript } from './early-script.ts'
import { lightCalls } from './light-calls.ts'
import { lightRouter } from './light-router.ts'
import { precompress } from './precompress.ts'
import { retriedImports } from './retried-imports.ts'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const source = fileURLToPath(new URL('src', import.meta.url))

/** `import … from '…'`, `import '…'` and `export … from '…'`, but no types and nothing loaded later. */
const statement = /^(?:import|export)\s+(?!type\s)(?:[^;'"]*?\sfrom\s+)?'([^']+)'/gm

const signingIn = reachable(['main.tsx', 'routes/login.tsx'])
const dashboard = reachable(['routes/dashboard.tsx'])
const view = reachable(['routes/view.tsx'])
const compose = reachable(['routes/compose.tsx'])
const fields = reachable([
  'features/signing/fields/fields-bar.tsx',
  'features/signing/fields/page-fields.tsx',
])
const signingByLink = reachable(['routes/direct-sign/direct-sign.tsx', 'routes/with-queries.tsx'])

/** Pages that people wait for every day. */
const everyDay = /\/(login|dashboard|view|direct-sign|compose|with-queries)-/

const api = process.env['API_URL'] ?? 'http://localhost:8080'

// oxlint-disable-next-line import/no-default-export -- the tool reads the default export
export default defineConfig({
  // Babel before React: Lingui's macros have to be expanded before React's transform.
  plugins: [
    lightCalls(),
    lightRouter(),
    babel({ presets: [linguiTransformerBabelPreset()] }),
    react(),
    lingui(),
    tailwindcss(),
    earlyScript(),
    retriedImports(),
    precompress(),
  ],
  // React has had this hook since version 18: the shims of the router and of Lingui for older versions are left out.
  resolve: {
    alias: [
      { find: /^use-sync-external-store\/shim$/, replacement: 'react' },
      {
        find: 'use-sync-external-store/shim/with-selector',
        replacement: 'use-sync-external-store/with-selector',
      },
    ],
  },
  build: {
    target: 'es2023',
    manifest: true,
    // The content security policy has no data: for fonts, and a separate file is cached permanently.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // The first page carries the list of what each page loads: only of those that people wait for every day.
      resolveDependencies: (file, files, { hostType }) =>
        hostType === 'html' || everyDay.test(file) ? files : [],
    },
    reportCompressedSize: false,
    rolldownOptions: {
      input: ['index.html', 'src/early/start.ts'],
      checks: { pluginTimings: false },
      // Describing a call does nothing on its own: what of the contract a page does not use stays out of its script.
      treeshake: {
        moduleSideEffects: [{ test: /packages[\\/]contract/, sideEffects: false }],
        propertyReadSideEffects: false,
      },
      output: {
        // The first page names every file there is: the manifest tells what the others are.
        chunkFileNames: ({ name }) => `assets/${everyDay.test(`/${name}-`) ? `${name}-` : ''}[hash].js`,
        // One file for what every page needs and one for what most pages share, in place of thirty small ones.
        codeSplitting: {
          groups: [
            // What asks before a form is left comes with the form.
            {
              name: 'base',
              test: /node_modules[\\/](react|react-dom|scheduler|use-sync-external-store|@lingui[\\/]\w+|@tanstack[\\/](react-router|router-core|history|react-store|store))[\\/](?!.*useBlocker)/,
            },
            // Mutations and paging aren't part of a first view.
            {
              name: 'queries',
              test: /@tanstack[\\/](query-core|react-query)[\\/](?!.*(infinite|useMutation|mutationObserver))/i,
            },
            // Rules without schemas: what is filled in is checked by them, on a page that has no schemas.
            {
              name: 'rules',
              test: /contract[\\/]src[\\/](plain-name|email-pattern)\.ts/,
              priority: 1,
            },
            { name: 'emails', test: /contract[\\/]src[\\/](email|punycode)\.ts/, priority: 1 },
            {
              name: 'schemas',
              test: /node_modules[\\/]zod[\\/]|contract[\\/]src[\\/](values|[\w-]+-shapes)\.ts/,
            },
            // The page and its routes stay files of their own.
            { name: 'first', test: (id) => signingIn.has(id) && !/src[\\/](main|routes)/.test(id) },
            // The form library brings its schemas along: not to pages that have no form. Dialogs and what is known of a
            // business come later, or on pages of an account.
            {
              name: 'shared',
              test: /apps[\\/]web[\\/]src[\\/](ui|lib)[\\/](?!(\w+[\\/])?(form-resolver|dialog-host|leave-dialog|refusal-notice|error-notice|retry-notice|current-business|billing-notice)).*\.tsx?$/,
              minShareCount: 40,
            },
            // What dialogs say when something fails: they have no form library with them.
            {
              name: 'notices',
              test: /src[\\/]ui[\\/]notices[\\/](error-notice|refusal-notice|retry-notice)\.tsx$/,
            },
            // Each file costs its headers, and packs worse alone: what every form needs, and the frame of every page of an
            // account.
            {
              name: 'form',
              test: /node_modules[\\/]react-hook-form[\\/]|src[\\/](lib[\\/](forms[\\/](form-resolver|use-section-form|use-leave-guard)|errors[\\/]field-errors)|ui[\\/]forms[\\/]save-button)\.tsx?$/,
            },
            {
              name: 'frame',
              test: /src[\\/](ui[\\/](layout[\\/](app-layout|main-navigation)|avatar|initials)|features[\\/]session[\\/]account-menu)\.tsx?$/,
            },
            // The page that most people open once, by a link and on a phone: three files in place of thirty, each of which would
            // wait for its turn. What the dashboard needs too is apart from the rest.
            {
              name: 'requests',
              test: (id) =>
                (isOnSigningPage(id) && dashboard.has(id)) ||
                /contract[\\/]src[\\/](signature-requests|audit-trail)\.ts/.test(id),
            },
            // Small pieces that pages without a document have, too.
            { name: 'link', test: (id) => isOnSigningPage(id) && /src[\\/](lib|ui)[\\/]/.test(id) },
            { name: 'signing', test: isOnSigningPage },
            // What else the pages of an account load at once: a browser asks for six files at a time, and each of thirty small ones
            // would wait for its turn. A group takes along what its modules import: what others need too goes before it.
            {
              name: 'common',
              test: (id) => dashboard.has(id) && (compose.has(id) || fields.has(id)) && !isRoute(id),
            },
            { name: 'daily', test: (id) => isDaily(id) },
          ],
        },
      },
    },
  },
  server: {
    proxy: Object.fromEntries(['/v1', '/v2', '/v3'].map((prefix) => [prefix, { target: api, xfwd: true }])),
  },
})

/** Not the routes themselves: they are asked for by name. */
function isOnSigningPage(id: string): boolean {
  return (
    signingByLink.has(id) &&
    !signingIn.has(id) &&
    !/src[\\/]routes[\\/](with-queries|direct-sign[\\/]direct-sign)\./.test(id)
  )
}

const isRoute = (id: string) => /src[\\/]routes[\\/]/.test(id)
const isDaily = (id: string) =>
  (dashboard.has(id) && view.has(id) && !isRoute(id)) || ((dashboard.has(id) || view.has(id)) && isPiece(id))
const isPiece = (id: string) => /src[\\/](lib|ui)[\\/]|packages[\\/]contract[\\/]/.test(id)

/**
 * The modules that pages load at once. Those of signing in are one file: what other pages share, and what it brings along
 * (forms and their schemas are 15 KB), does not come with it.
 */
function reachable(entries: readonly string[]): ReadonlySet<string> {
  const found = new Set<string>()
  const visit = (file: string) => {
    if (found.has(file) || !existsSync(file) || file.endsWith('.css')) return
    found.add(file)
    for (const [, wanted = ''] of readFileSync(file, 'utf8').matchAll(statement)) {
      if (wanted.startsWith('#web/')) visit(path.join(source, wanted.slice('#web/'.length)))
      else if (wanted.startsWith('.')) visit(path.resolve(path.dirname(file), wanted))
    }
  }
  for (const entry of entries) visit(path.join(source, entry))
  return found
}
