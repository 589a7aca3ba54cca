import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { AccountLanguage, Language } from '@countersign/contract/values.ts'
import type { FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { chooseLanguage } from '#api/platform/values/choose-language.ts'
import { type Asset, withHead } from './web-asset.ts'

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
const laterWords = 'src/lib/language/later-words.ts'
const documentWords = 'src/features/documents/locales/{language}.po'
const ofAccount = [
  withQueries,
  rules,
  'src/lib/account/current-visitor.ts',
  'src/lib/account/current-user.ts',
  words,
  'src/locales/signed-in/{language}.po',
]

interface PreloadedPage {
  readonly path: RegExp
  readonly modules: readonly string[]
  readonly languages: readonly Language[]
}

/** Pages of an account don't have Italian: it is for people who sign by a link. */
const languages = AccountLanguage.options

/** The pages that people wait for every day, and the modules that the app asks for once it runs. */
const pages: readonly PreloadedPage[] = [
  {
    path: /^\/(?:direct-sign|view)\/[^/]+\/[^/]+$/,
    modules: ['src/routes/direct-sign/direct-sign.tsx', withQueries, rules, words, documentWords],
    languages: Language.options,
  },
  {
    path: /^\/dashboard$/,
    modules: ['src/routes/dashboard.tsx', ...ofAccount, 'src/features/dashboard/locales/{language}.po'],
    languages,
  },
  { path: /^\/view\/[^/]+$/, modules: ['src/routes/view.tsx', ...ofAccount, documentWords], languages },
  {
    path: /^\/compose\/[^/]+$/,
    modules: [
      'src/routes/compose.tsx',
      ...ofAccount,
      documentWords,
      laterWords,
      'src/features/compose/locales/{language}.po',
    ],
    languages,
  },
  {
    // Who comes to the address of the installation is mostly led to sign-in.
    path: /^\/(?:login)?$/,
    modules: [
      'src/routes/login.tsx',
      words,
      // What is said of the product beside the form is the largest thing on the page.
      'src/features/front-page/front-page.tsx',
      laterWords,
      'src/features/sign-up/locales/{language}.po',
    ],
    languages,
  },
]

/** What a browser tells of the language of its reader. */
type Asked = Pick<FastifyRequest, 'url' | 'headers'>

/**
 * Adds the tags by which a browser loads a page's scripts and styles at once, in place of one after the other as it learns
 * of them: on a phone each step is a round trip of its own. Other pages stay as they are, and all without a build.
 */
export async function openPagePreloads(dist: string): Promise<(page: Asset, asked: Asked) => Asset> {
  const file = join(dist, '.vite', 'manifest.json')
  if (!existsSync(file)) return (page) => page
  const manifest = z.parse(Manifest, JSON.parse(await readFile(file, 'utf8')))
  const first = new Set(filesOf(manifest, ['index.html']))
  // Made and compressed once for each kind of page and language.
  const known = new Map<string, Asset>()
  return (page, asked) => {
    const kind = pages.find(({ path }) => path.test(asked.url.split('?')[0] ?? ''))
    if (!kind) return page
    const language = wantedLanguage(asked, kind.languages)
    const key = `${language} ${kind.path.source}`
    const preloading = known.get(key) ?? withHead(page, tagsOf(kind.modules, language), 'last')
    known.set(key, preloading)
    return preloading
  }

  function tagsOf(modules: readonly string[], language: Language): string {
    const wanted = modules.map((name) => name.replace('{language}', language))
    return filesOf(manifest, wanted)
      .filter((name) => !first.has(name))
      .map(tagOf)
      .join('')
  }
}

/**
 * The language that the app will choose before it knows an account: by address, cookie and browser. A wrong guess costs a
 * file that isn't needed.
 */
function wantedLanguage({ url, headers }: Asked, offered: readonly Language[]): Language {
  const query = new URLSearchParams(url.split('?')[1] ?? '')
  const cookie = /(?:^|; )lang=(\w+)/.exec(headers.cookie ?? '')?.[1]
  return chooseLanguage(
    offered,
    query.get('lang') ?? query.get('language'),
    cookie,
    headers['accept-language'],
  )
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
