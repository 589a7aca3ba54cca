import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Language } from '@countersign/contract/values.ts'
import type { FastifyRequest } from 'fastify'
import * as z from 'zod/mini'

/** What Vite says of its build (vite.dev/guide/backend-integration): each module's file and what it imports. */
const Manifest = z.record(
  z.string(),
  z.object({
    file: z.string(),
    imports: z.optional(z.array(z.string())),
    css: z.optional(z.array(z.string())),
  }),
)
type Manifest = z.infer<typeof Manifest>

const withQueries = 'src/routes/with-queries.tsx'
const rules = 'src/features/navigation/account-rules.ts'
const words = 'src/locales/{language}.po'
const documentWords = 'src/features/documents/locales/{language}.po'
const ofAccount = [withQueries, rules, words, 'src/locales/signed-in/{language}.po']

/** The pages that people wait for every day, and the modules that the app asks for once it runs. */
const pages: readonly { readonly path: RegExp; readonly modules: readonly string[] }[] = [
  {
    path: /^\/(?:direct-sign|view)\/[^/]+\/[^/]+$/,
    modules: ['src/routes/direct-sign/direct-sign.tsx', withQueries, rules, words, documentWords],
  },
  {
    path: /^\/dashboard$/,
    modules: ['src/routes/dashboard.tsx', ...ofAccount, 'src/features/dashboard/locales/{language}.po'],
  },
  { path: /^\/view\/[^/]+$/, modules: ['src/routes/view.tsx', ...ofAccount, documentWords] },
  {
    path: /^\/compose\/[^/]+$/,
    modules: [
      'src/routes/compose.tsx',
      ...ofAccount,
      documentWords,
      'src/features/compose/locales/{language}.po',
    ],
  },
  { path: /^\/login$/, modules: ['src/routes/login.tsx', words] },
]

/** Of a page for someone who reads this language; empty where nothing is known to be needed. */
export type PagePreloads = (path: string, language: Language) => string

/**
 * The tags by which a browser loads a page's scripts and styles at once, in place of one after the other as it learns of
 * them: on a phone each step is a round trip of its own. Empty for other pages, and without a build.
 */
export async function openPagePreloads(dist: string): Promise<PagePreloads> {
  const file = join(dist, '.vite', 'manifest.json')
  if (!existsSync(file)) return () => ''
  const manifest = z.parse(Manifest, JSON.parse(await readFile(file, 'utf8')))
  const first = new Set(filesOf(manifest, ['index.html']))
  const known = new Map<string, string>()
  return (path, language) => {
    const page = pages.find((one) => one.path.test(path))
    if (!page) return ''
    const key = `${language} ${page.path.source}`
    const tags = known.get(key) ?? tagsOf(page.modules, language)
    known.set(key, tags)
    return tags
  }

  function tagsOf(modules: readonly string[], language: Language): string {
    return filesOf(
      manifest,
      modules.map((name) => name.replace('{language}', language)),
    )
      .filter((name) => !first.has(name))
      .map(tagOf)
      .join('')
  }
}

/**
 * The language that the app will choose before it knows an account: by address, cookie and browser. A wrong guess costs a
 * file that isn't needed.
 */
export function languageOf({ url, headers }: Pick<FastifyRequest, 'url' | 'headers'>): Language {
  const query = new URLSearchParams(url.split('?')[1] ?? '')
  const cookie = /(?:^|; )lang=(\w+)/.exec(headers.cookie ?? '')?.[1]
  const browser = (headers['accept-language'] ?? '').split(',').map((wish) => wish.split(';')[0]?.trim())
  for (const wish of [query.get('lang'), query.get('language'), cookie, ...browser]) {
    const { data } = z.safeParse(Language, wish?.toLowerCase().split('-')[0])
    if (data) return data
  }
  return 'en'
}

function filesOf(manifest: Manifest, modules: readonly string[]): string[] {
  const seen = new Set<string>()
  const files = new Set<string>()
  const visit = (name: string) => {
    if (seen.has(name)) return
    seen.add(name)
    const chunk = manifest[name]
    // Of a newer or an older build: then nothing is loaded ahead.
    if (!chunk) return
    files.add(chunk.file)
    for (const style of chunk.css ?? []) files.add(style)
    for (const imported of chunk.imports ?? []) visit(imported)
  }
  for (const name of modules) visit(name)
  return [...files]
}

const tagOf = (file: string): string =>
  file.endsWith('.css')
    ? `<link rel="preload" as="style" href="/${file}">`
    : `<link rel="modulepreload" href="/${file}">`
