// Prints how much script, gzip, the first view of each entry loads: `node size.mjs` after a build.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'

const dist = path.join(path.dirname(fileURLToPath(import.meta.url)), 'dist')

const main = 'src/locales/{locale}.po'
const requests = 'src/features/dashboard/locales/{locale}.po'
const frame = 'src/locales/signed-in/{locale}.po'
const documents = 'src/features/documents/locales/{locale}.po'
const composing = 'src/features/compose/locales/{locale}.po'
const signedIn = ['src/routes/with-queries.tsx', 'src/lib/account/current-user.ts', main, frame]
const fields = 'src/features/signing/fields'
const filledIn = [
  `${fields}/fields-bar.tsx`,
  `${fields}/page-fields.tsx`,
  `${fields}/words.ts`,
  `${fields}/locales/{locale}.po`,
]
const byLink = ['src/routes/with-queries.tsx', main, documents]

/** The chunks that the router asks for at each entry, besides the entry script itself. */
const entries = {
  login: ['src/routes/login.tsx', main],
  dashboard: ['src/routes/dashboard.tsx', ...signedIn, requests],
  compose: ['src/routes/compose.tsx', ...signedIn, documents, composing],
  view: ['src/routes/view.tsx', ...signedIn, documents],
  'direct-sign': ['src/routes/direct-sign/direct-sign.tsx', ...byLink],
  'direct-sign with fields': ['src/routes/direct-sign/direct-sign.tsx', ...byLink, ...filledIn],
}

/**
 * The script of the first view, gzip, in KB (1000 bytes), of the largest language.
 * Follows the static imports of the entry script, the route's chunks and the words in vite's manifest.
 *
 * @param {string} [folder] the build's folder
 * @returns {Record<string, { kilobytes: number, files: number }>} by entry
 */
export function scriptSizes(folder = dist) {
  const manifest = JSON.parse(readFileSync(path.join(folder, '.vite', 'manifest.json'), 'utf8'))
  const sizeOf = sizesIn(folder)
  return Object.fromEntries(
    Object.entries(entries).map(([name, chunks]) => {
      const views = ['en', 'de', 'fr', 'it'].map((locale) => {
        const wanted = ['index.html', ...chunks.map((chunk) => chunk.replace('{locale}', locale))]
        const files = filesOf(manifest, wanted)
        return { kilobytes: files.reduce((sum, file) => sum + sizeOf(file), 0) / 1000, files: files.length }
      })
      return [name, views.reduce((largest, view) => (view.kilobytes > largest.kilobytes ? view : largest))]
    }),
  )
}

function sizesIn(folder) {
  const known = new Map()
  return (file) => {
    if (!known.has(file))
      known.set(file, gzipSync(readFileSync(path.join(folder, file)), { level: 9 }).length)
    return known.get(file)
  }
}

/** The script files that these modules load without anybody doing anything. */
function filesOf(manifest, modules) {
  const files = new Set()
  const visit = (name) => {
    const chunk = manifest[name]
    if (!chunk) throw new Error(`The build has no ${name}`)
    if (files.has(chunk.file)) return
    files.add(chunk.file)
    for (const imported of chunk.imports ?? []) visit(imported)
  }
  for (const name of modules) visit(name)
  return [...files].filter((file) => file.endsWith('.js'))
}

if (process.argv[1] && path.resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  for (const [entry, { kilobytes, files }] of Object.entries(scriptSizes())) {
    process.stdout.write(`${entry.padEnd(12)} ${kilobytes.toFixed(1).padStart(6)} KB in ${files} files\n`)
  }
}
