// Which file may import which, where the linter can't say it: each rule names what it forbids, and why.
import path from 'node:path'
import { contextOf, isHigher } from './contexts.mjs'

const featureOf = (file) => /^apps\/web\/src\/features\/([^/]+)\//.exec(file)?.[1]
const isProvider = (file) => /^apps\/api\/src\/providers\/[^/]+\//.test(file)
/** Files that put the process together. */
const isComposition = (file) =>
  /^apps\/api\/src\/((app\/)?(create-context|local|main|worker|app|open-installation|external-services)|(platform|providers)\/context)\.ts$/.test(
    file,
  )
/** Where SQL is written. */
export const mayHaveSql = (file) =>
  /repository\.ts$|\/key-store\.ts$|^apps\/api\/src\/platform\/(db|jobs)\//.test(file)
const isRepository = (file) => /^apps\/api\/src\/.*repository\.ts$/.test(file)
/** The folder in its context; a folder within that is a part of the noun. */
const nounOf = (file) => /^apps\/api\/src\/([^/]+\/[^/]+)\//.exec(file)?.[1] ?? path.dirname(file)
/** A file named verb-noun in the folder of a noun or of a part of it. */
const isUseCase = (file) =>
  /^apps\/api\/src\/(?!platform\/|providers\/|app\/http\/)([^/]+\/){1,3}[a-z]+(-[a-z]+)+(?<!-routes)\.ts$/.test(
    file,
  )
/**
 * The document viewer is what composing and signing are built on; signing draws, types and offers visual signatures; what
 * one does with a request besides signing it is done from its page, from a link and from the list; what a signature level
 * is and takes is said wherever one is chosen, and approving a signature is done wherever one signs.
 */
const sharedFeatures = new Set([
  'documents',
  'visual-signatures',
  'request-actions',
  'seals',
  'qualities',
  'approvals',
])

/** The file named as its folder, in the singular: accounts/account.ts, signature-requests/signature-request.ts. */
function isDomain(file) {
  const [, folder, name] = /^apps\/api\/src\/[^/]+\/([^/]+)\/([^/]+)\.ts$/.exec(file) ?? []
  return folder !== undefined && folder !== name && [`${name}s`, name.replace(/y$/, 'ies')].includes(folder)
}

export const rules = [
  {
    says: 'a context imports no higher one: pass the step in from app/ (see docs/architecture.md)',
    forbids: (from, to) => {
      const [own, other] = [contextOf(from), contextOf(to)]
      return own !== undefined && other !== undefined && isHigher(other, own)
    },
  },
  {
    says: 'the database is reached through a repository, db/ or jobs/',
    forbids: (from, to) =>
      from.startsWith('apps/api/') &&
      !mayHaveSql(from) &&
      !isComposition(from) &&
      from !== 'apps/api/src/app/run-jobs.ts' &&
      /^(pg|kysely|graphile-worker)(\/|$)/.test(to),
  },
  {
    says: "a repository imports no other noun's repository: what several of them do together is a use case",
    forbids: (from, to, isType) =>
      !isType && isRepository(from) && isRepository(to) && nounOf(from) !== nounOf(to),
  },
  {
    says: 'a repository refuses nothing: it answers, and the use case decides',
    forbids: (from, to) => isRepository(from) && to === 'apps/api/src/platform/refusal.ts',
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
    says: 'the signature engine is bytes in, bytes out: no database, no network, nothing of the product',
    forbids: (from, to) =>
      from.startsWith('packages/pdf-signature/src/') &&
      /^(pg|kysely|fastify|graphile-worker|undici|(node:)?(http|https|http2|net|tls|dgram|dns))(\/|$)|^(apps|packages\/contract)\//.test(
        to,
      ),
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
