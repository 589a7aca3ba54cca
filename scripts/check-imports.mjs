// Which file may import which, where the linter cannot say it: each rule names what it forbids, and why.
import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { inRoot, isMain, root } from './paths.mjs'

const isTest = (file) => /\.test\.tsx?$|\/conformance\.ts$|\/testing\//.test(file)
const featureOf = (file) => /^apps\/web\/src\/features\/([^/]+)\//.exec(file)?.[1]
const isProvider = (file) => /^apps\/api\/src\/providers\/[^/]+\//.test(file)
/** Files that put the process together. */
const isComposition = (file) =>
  /^apps\/api\/src\/((app\/)?(create-context|local|main|worker|app|verify|open-installation)|(platform|providers)\/context)\.ts$/.test(
    file,
  )
/** Where SQL is written. */
const hasSql = (file) =>
  isComposition(file) ||
  /repository\.ts$|\/key-store\.ts$|^apps\/api\/src\/(platform\/(db|jobs)\/|app\/run-jobs\.ts$)/.test(file)
/** A file named verb-noun in the folder of a noun. */
const isUseCase = (file) =>
  /^apps\/api\/src\/(?!platform\/|providers\/|app\/http\/)[^/]+\/([^/]+\/)?[a-z]+(-[a-z]+)+(?<!-routes)\.ts$/.test(
    file,
  )
/**
 * The document viewer is what composing and signing are built on; signing draws, types and offers visual signatures; what
 * one does with a request besides signing it is done from its page, from a link and from the list; what a quality weighs
 * and takes is said wherever one is chosen, and approving a signature is done wherever one signs.
 */
const sharedFeatures = new Set([
  'documents',
  'visual-signatures',
  'request-acts',
  'seals',
  'signature-standards',
  'approvals',
])

/** The file named as its folder, in the singular: accounts/account.ts, signature-requests/signature-request.ts. */
function isDomain(file) {
  const [, folder, name] = /^apps\/api\/src\/[^/]+\/([^/]+)\/([^/]+)\.ts$/.exec(file) ?? []
  return folder !== undefined && folder !== name && [`${name}s`, name.replace(/y$/, 'ies')].includes(folder)
}

const rules = [
  {
    says: 'SQL is written in a repository, in db/ or in jobs/',
    forbids: (from, to) =>
      from.startsWith('apps/api/') && !hasSql(from) && /^(pg|kysely|graphile-worker)(\/|$)/.test(to),
  },
  {
    says: 'only the composition (create-context.ts, main.ts …) chooses adapters; others import their port.ts',
    forbids: (from, to) =>
      isProvider(to) &&
      !/\/(port|conformance|lookup-keys)\.ts$/.test(to) &&
      !isProvider(from) &&
      !isComposition(from),
  },
  {
    says: 'a domain file is pure: it imports no SQL, HTTP, provider or Node module',
    forbids: (from, to) =>
      isDomain(from) &&
      /^(node:|pg$|kysely|fastify)|^apps\/api\/src\/(platform\/(http|db|jobs)|providers)\/|repository\.ts$|routes\.ts$/.test(
        to,
      ),
  },
  {
    says: 'a use case knows nothing of HTTP: that is for routes.ts',
    forbids: (from, to, isType) =>
      !isType && isUseCase(from) && /^(fastify|apps\/api\/src\/platform\/http\/bind\.ts)$/.test(to),
  },
  {
    says: 'the contract needs zod and nothing else: the browser loads it',
    forbids: (from, to) =>
      from.startsWith('packages/contract/') && !/^(zod(\/|$)|packages\/contract\/)/.test(to),
  },
  {
    says: 'features do not import each other; what they share goes to ui/ or lib/',
    forbids: (from, to) => {
      const [own, other] = [featureOf(from), featureOf(to)]
      return own !== undefined && other !== undefined && own !== other && !sharedFeatures.has(other)
    },
  },
  {
    says: 'ui/ and lib/ know no feature and no route',
    forbids: (from, to) =>
      /^apps\/web\/src\/(ui|lib)\//.test(from) && /^apps\/web\/src\/(features|routes)\//.test(to),
  },
]

const importStatement =
  /(?:^|\n)\s*(?:import|export)\s+(type\s)?(?:[\w*{][^'"`;=]*?\bfrom\s*)?['"]([^'"\n]+)['"]|\bimport\(\s*['"]([^'"\n]+)['"]/g

/** Every import of a file that breaks a rule, as a line to print. */
export function violationsIn(file, source) {
  if (isTest(file)) return []
  return [...source.matchAll(importStatement)].flatMap(([, isType, from, dynamic]) => {
    const to = resolve(file, from ?? dynamic)
    const broken = rules.filter((rule) => rule.forbids(file, to, Boolean(isType)))
    return broken.map((rule) => `${file} imports ${to}: ${rule.says}`)
  })
}

function resolve(from, specifier) {
  if (specifier.startsWith('.')) return path.posix.join(path.posix.dirname(from), specifier)
  return specifier
    .replace(/^#api\//, 'apps/api/src/')
    .replace(/^#web\//, 'apps/web/src/')
    .replace(/^@countersign\/(contract|pdf-signature)\//, 'packages/$1/src/')
}

function sourceFiles(folder) {
  return readdirSync(inRoot(folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'))
}

if (isMain(import.meta.url)) {
  const folders = ['apps/api/src', 'apps/web/src', 'packages/contract/src']
  const files = folders.flatMap(sourceFiles)
  const violations = files.flatMap((file) => violationsIn(file, readFileSync(inRoot(file), 'utf8')))
  for (const violation of violations) process.stderr.write(`${violation}\n`)
  process.stdout.write(`${files.length} files, ${violations.length} forbidden imports\n`)
  process.exitCode = violations.length > 0 ? 1 : 0
}
