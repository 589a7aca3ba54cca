// Checks who imports whom, types included, where SQL is written, who writes which table, that files and folders have a size
// to find things in, and that each call is served where its name says. The rules are in imports/rules.mjs, granularity.mjs
// and calls.mjs, the tables' owners in imports/owners.mjs.
import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { misplacedCalls } from './imports/calls.mjs'
import { cyclesIn } from './imports/cycles.mjs'
import { crowdedFolders, tooSmall } from './imports/granularity.mjs'
import { foreignWrites } from './imports/owners.mjs'
import { readSource } from './imports/read-file.mjs'
import { mayHaveSql, rules } from './imports/rules.mjs'
import { inRoot, isMain, root } from './paths.mjs'

/** Tests put together what they need. */
const isTest = (file) => /\.test\.tsx?$|\/conformance\.ts$|\/testing\//.test(file)

/**
 * Every violation in these files, as a line to print.
 * @param {Record<string, string>} sources by path from the root
 */
export function violationsIn(sources) {
  const files = Object.entries(sources)
    .filter(([file]) => !isTest(file))
    .map(([file, source]) => ({ file, ...readSource(file, source) }))
  const graph = new Map(files.map(({ file, imports }) => [file, imports.map(({ to }) => to)]))
  return [
    ...files.flatMap(forbiddenImports),
    ...files
      .filter(hasStraySql)
      .map(({ file }) => `${file} has SQL: it is written in a repository, in db/ or in jobs/`),
    ...files.flatMap(({ file, writes }) => foreignWrites(file, writes)),
    ...files.flatMap(({ file, misnamedLocks }) =>
      misnamedLocks.map(
        ({ name, wanted }) => `${file}: ${name} locks rows, so it is named ${wanted} or alike`,
      ),
    ),
    ...misplacedCalls(Object.fromEntries(files.map(({ file }) => [file, sources[file]]))),
    ...cyclesIn(graph).map((cycle) => `these files import each other in a cycle: ${cycle.join(', ')}`),
  ]
}

function forbiddenImports({ file, imports }) {
  return imports.flatMap(({ to, isType }) =>
    rules
      .filter((rule) => rule.forbids(file, to, isType))
      .map((rule) => `${file} imports ${to}: ${rule.says}`),
  )
}

const hasStraySql = ({ file, hasSql }) => hasSql && file.startsWith('apps/api/') && !mayHaveSql(file)

/** Files and folders of a checkout that are nobody's source. */
const isForeign = (file) => /(^|\/)(node_modules|dist)\//.test(file)

function filesIn(folder) {
  return readdirSync(inRoot(folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'))
    .filter((file) => !isForeign(file))
}

/** What is too small for a file, and what is too much for a folder. */
function misplaced(files) {
  const sources = files
    .filter((file) => /\.(tsx?|mjs)$/.test(file))
    .map((file) => ({ file, source: readFileSync(inRoot(file), 'utf8') }))
  return [
    ...tooSmall(sources.map(({ file, source }) => ({ file, source, ...readSource(file, source) }))),
    ...crowdedFolders(files),
  ]
}

if (isMain(import.meta.url)) {
  const all = ['apps', 'packages', 'e2e', 'bench', 'corpus', 'scripts'].flatMap(filesIn)
  const files = all.filter((file) => /^(apps|packages)\/[^/]+\/src\/.*\.tsx?$/.test(file))
  const sources = Object.fromEntries(files.map((file) => [file, readFileSync(inRoot(file), 'utf8')]))
  const violations = [...violationsIn(sources), ...misplaced(all)]
  for (const violation of violations) process.stderr.write(`${violation}\n`)
  process.stdout.write(`${files.length} files, ${violations.length} violations\n`)
  process.exitCode = violations.length > 0 ? 1 : 0
}
