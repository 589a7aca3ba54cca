// What a source file imports, whether it has SQL, and which tables it writes: by the parser that the linter is built on. TypeScript 7 has none to call.
import path from 'node:path'
import { parseSync, Visitor } from 'rolldown/utils'
import { misnamedLocksIn, writesIn } from './read-writes.mjs'

const queryCalls = new Set([
  'selectFrom',
  'selectNoFrom',
  'insertInto',
  'updateTable',
  'deleteFrom',
  'mergeInto',
  // Of a pool or a connection.
  'query',
])

/**
 * @returns {{ imports: { to: string, isType: boolean, onDemand?: boolean }[], hasSql: boolean, writes: string[] }} imports by path from
 * the root, or by the package's name. `isType`: gone once the types are stripped. `onDemand`: loaded when it is needed.
 */
export function readSource(file, source) {
  const { program, module, errors } = parseSync(file, source)
  if (errors.length > 0) throw new Error(`${file}: ${errors[0].message}`)
  const isApi = file.startsWith('apps/api/')
  const imports = [...staticImports(module), ...inTree(program)]
  return {
    imports: imports.map(({ to, ...kind }) => ({ to: resolve(file, to), ...kind })),
    hasSql: hasSql(program),
    writes: isApi ? writesIn(program) : [],
    misnamedLocks: isApi ? misnamedLocksIn(program) : [],
  }
}

function staticImports({ staticImports: imported, staticExports: exported }) {
  return [
    ...imported.map(({ moduleRequest, entries }) => ({
      to: moduleRequest.value,
      isType: entries.length > 0 && entries.every(({ isType }) => isType),
    })),
    ...exported
      .flatMap(({ entries }) => entries)
      .filter(({ moduleRequest }) => moduleRequest)
      .map(({ moduleRequest, isType }) => ({ to: moduleRequest.value, isType })),
  ]
}

/** `import('…')`, as a value and as a type. */
function inTree(program) {
  const found = []
  new Visitor({
    ImportExpression: ({ source }) => {
      if (typeof source.value === 'string') found.push({ to: source.value, isType: false, onDemand: true })
    },
    TSImportType: ({ source }) => void found.push({ to: source.value, isType: true }),
  }).visit(program)
  return found
}

/** Calls of the query builder and of a connection, and statements in a template: none of them needs an import. */
function hasSql(program) {
  let found = false
  new Visitor({
    CallExpression: ({ callee }) => {
      if (callee.type === 'MemberExpression' && queryCalls.has(callee.property.name)) found = true
    },
    TaggedTemplateExpression: ({ tag }) => {
      if (tag.type === 'Identifier' && tag.name === 'sql') found = true
    },
  }).visit(program)
  return found
}

function resolve(from, specifier) {
  if (specifier.startsWith('.')) return path.posix.join(path.posix.dirname(from), specifier)
  return specifier
    .replace(/^#api\//, 'apps/api/src/')
    .replace(/^#web\//, 'apps/web/src/')
    .replace(/^@countersign\/(contract|pdf-signature)\//, 'packages/$1/src/')
}
