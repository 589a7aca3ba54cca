// Where each call is served. A file of the contract describes the calls of one noun; their routes are in the folder with its
// name, in routes.ts, and the API description groups them under it.
import path from 'node:path'
import { parseSync } from 'rolldown/utils'

const contract = 'packages/contract/src/'
const list = `${contract}endpoints.ts`
const api = 'apps/api/src/'

/**
 * Every call that isn't where its name says, as a line to print; of sources with the list of calls, every noun without routes.
 * @param {Record<string, string>} sources by path from the root
 */
export function misplacedCalls(sources) {
  const files = Object.keys(sources).filter((file) => isContractOfCalls(file, sources[file]))
  return [
    ...Object.entries(sources).flatMap(([file, source]) => strayRoutes(file, source, files)),
    ...(sources[list] ? [...folderless(files, Object.keys(sources)), ...misnamedGroups(sources[list])] : []),
  ]
}

/** `endpoint({…})` makes a call. */
const isContractOfCalls = (file, source) =>
  file.startsWith(contract) && !file.endsWith('.test.ts') && /=\s*endpoint\(/.test(source)

const isBinding = (source) => /\bbind\(/.test(source)

/** `accounts`, and `integration/accounts` for what programs call. */
const nounOf = (file) => file.slice(contract.length, -'.ts'.length)

/** Whether the noun's calls may be served by the file: accounts/routes.ts, in whatever context, or integration/accounts/routes.ts. */
const isRoutesOf = (noun, file) =>
  noun.startsWith('integration/')
    ? [`${api}${noun}/routes.ts`, `${api}app/${path.posix.basename(noun)}/routes.ts`].includes(file)
    : file.startsWith(api) && file.endsWith(`/${noun}/routes.ts`)

function strayRoutes(file, source, contractFiles) {
  if (!file.startsWith(api) || file.startsWith(`${api}platform/`) || !isBinding(source)) return []
  return callImports(file, source)
    .filter((imported) => contractFiles.includes(imported) && !isRoutesOf(nounOf(imported), file))
    .map((imported) => `${file} serves calls of ${imported}: their place is ${nounOf(imported)}/routes.ts`)
}

/** Files of the contract from which calls are imported: all of a file, or what begins with a small letter. Schemas and types are capital. */
function callImports(file, source) {
  return parseSync(file, source)
    .module.staticImports.filter(({ entries }) =>
      entries.some(({ importName, isType }) => !isType && !/^[A-Z]/.test(importName.name ?? 'all')),
    )
    .map(({ moduleRequest }) => moduleRequest.value.replace('@countersign/contract/', contract))
}

/** A noun of which no folder has routes, or more than one: one guess has to find it. */
function folderless(contractFiles, files) {
  return contractFiles.flatMap((file) => {
    const found = files.filter((one) => isRoutesOf(nounOf(file), one))
    if (found.length === 1) return []
    // A noun of the web app may be one of programs too, with the routes of both in two folders.
    const own = found.filter((one) => !one.startsWith(`${api}integration/`))
    if (own.length === 1) return []
    return [`${file}: ${found.length} folders named ${nounOf(file)} have a routes.ts, and it takes one`]
  })
}

/** The groups of the API description are the nouns, in words: ['Bulk sends', bulkSends]. */
function misnamedGroups(source) {
  const files = new Map(
    [...source.matchAll(/import \* as (\w+) from '\.\/(?:integration\/)?([\w-]+)\.ts'/g)].map(
      ([, name, file]) => [name, file],
    ),
  )
  return [...source.matchAll(/\[\s*'([^']+)',\s*(?:\{ \.\.\.)?(\w+)[\s,}\]]/g)]
    .filter(([, words, name]) => words.toLowerCase().replaceAll(' ', '-') !== files.get(name))
    .map(([, words, name]) => `${list}: the group “${words}” has the calls of ${files.get(name)}.ts`)
}
