// Checks who imports whom, types included, where SQL is written, and who writes which table. The rules are in
// imports/rules.mjs, the tables' owners in imports/owners.mjs.
import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { cyclesIn } from './imports/cycles.mjs'
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

function sourceFiles(folder) {
  return readdirSync(inRoot(folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'))
}

if (isMain(import.meta.url)) {
  const folders = [
    'apps/api/src',
    'apps/web/src',
    'apps/sandbox/src',
    'packages/contract/src',
    'packages/pdf-signature/src',
  ]
  const files = folders.flatMap(sourceFiles)
  const violations = violationsIn(
    Object.fromEntries(files.map((file) => [file, readFileSync(inRoot(file), 'utf8')])),
  )
  for (const violation of violations) process.stderr.write(`${violation}\n`)
  process.stdout.write(`${files.length} files, ${violations.length} violations\n`)
  process.exitCode = violations.length > 0 ? 1 : 0
}
