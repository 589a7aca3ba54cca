// Which tables a source file writes and of which it locks rows: by the query builder's calls and by statements in text.
import { Visitor } from 'rolldown/utils'

const writeCalls = new Set(['insertInto', 'updateTable', 'deleteFrom', 'mergeInto'])
const lockCalls = new Set(['forUpdate', 'forNoKeyUpdate', 'forShare', 'forKeyShare'])
const sources = /^(selectFrom|(inner|left|right|full|cross)Join)$/

const write =
  /\b(?:INSERT\s+INTO|DELETE\s+FROM|MERGE\s+INTO|TRUNCATE(?:\s+TABLE)?|(?<!\b(?:FOR|KEY|DO|THEN)\s+)UPDATE)\s+(?:ONLY\s+)?(?:public\.)?(?<table>[a-z_]\w*|\$\{)/g
const lock =
  /\bFOR\s+(?<strength>NO\s+KEY\s+UPDATE|UPDATE|KEY\s+SHARE|SHARE)\b(?:\s+OF\s+\w+)?(?<skips>\s+SKIP\s+LOCKED)?/g

/** The table where the file doesn't say which: by a variable, say. */
export const unnamed = '(unnamed)'

/** @returns {string[]} the tables, each as often as the file writes or locks it */
export function writesIn(program) {
  const found = []
  const readText = (text) => found.push(...inText(text))
  new Visitor({
    CallExpression: (call) => {
      const name = methodOf(call)
      if (writeCalls.has(name)) found.push(tableOf(call.arguments[0])?.table ?? unnamed)
      if (lockCalls.has(name)) found.push(...lockedBy(call))
    },
    TaggedTemplateExpression: ({ tag, quasi }) => {
      if (tag.type === 'Identifier' && tag.name === 'sql') found.push(...inText(textOf(quasi), 'gi'))
    },
    TemplateLiteral: (template) => readText(textOf(template)),
    Literal: ({ value }) => {
      if (typeof value === 'string') readText(value)
    },
  }).visit(program)
  return found
}

const textOf = ({ quasis }) => quasis.map(({ value }) => value.raw).join('${}')

const methodOf = ({ callee }) => (callee.type === 'MemberExpression' ? callee.property.name : undefined)

/** `'accounts as a'` */
function tableOf(argument) {
  if (typeof argument?.value !== 'string') return undefined
  const [table, , alias = table] = argument.value.split(' ')
  return { table, alias }
}

/** The tables of the chain that ends in `.forUpdate()`, or those that its arguments name. */
function lockedBy(call) {
  const tables = []
  for (let link = call; link?.type === 'CallExpression'; link = link.callee.object)
    if (sources.test(methodOf(link))) tables.push(tableOf(link.arguments[0]))
  const only = call.arguments.flat().map(({ value }) => value)
  const named = only.length > 0 ? tables.filter((table) => only.includes(table?.alias)) : tables
  return named.length > 0 ? named.map((table) => table?.table ?? unnamed) : [unnamed]
}

/** Words may say what SQL says: outside of a template of SQL only capitals are statements. */
function inText(text, flags = 'g') {
  const written = [...text.matchAll(new RegExp(write, flags))].map(({ groups }) => groups.table)
  const locked = [...text.matchAll(new RegExp(lock, flags))].map(({ index }) =>
    lastTable(text.slice(0, index)),
  )
  return [...written, ...locked].map((table) => (table === undefined || table === '${' ? unnamed : table))
}

/** Of the statement that ends here: what is in closed brackets is another one. */
function lastTable(text) {
  const open = text.replaceAll(/\([^()]*\)/g, '')
  if (open !== text) return lastTable(open)
  return /.*\bFROM\s+(\w+)/is.exec(text)?.[1]
}

/**
 * The functions that lock rows and whose names don't say so, each with the name that does. One that skips what is locked
 * takes a row from a queue and makes nobody wait.
 */
export function misnamedLocksIn(program) {
  const locks = []
  const skipping = new Set()
  new Visitor({
    CallExpression: (call) => {
      const name = methodOf(call)
      if (name === 'skipLocked') skipping.add(call.callee.object.start)
      if (lockCalls.has(name))
        locks.push({ at: call.start, end: call.end, strength: name.slice('for'.length) })
    },
    TemplateLiteral: ({ start, quasis }) => {
      for (const { groups } of quasis
        .map(({ value }) => value.raw)
        .join('')
        .matchAll(lock))
        if (!groups.skips) locks.push({ at: start, strength: inWords(groups.strength) })
    },
  }).visit(program)
  return functionsOf(program).flatMap(({ name, start, end }) =>
    locks
      .filter(({ at, end: to }) => at >= start && at < end && !(to && skipping.has(at)))
      .filter(({ strength }) => !(name.startsWith('lock') && name.endsWith(`For${strength}`)))
      .map(({ strength }) => ({ name, wanted: `lockFor${strength}` })),
  )
}

const inWords = (strength) =>
  strength
    .split(/\s+/)
    .map((word) => word.charAt(0) + word.slice(1).toLowerCase())
    .join('')

function functionsOf({ body }) {
  return body.flatMap((statement) => {
    const { declaration = statement } = statement
    if (declaration?.type === 'FunctionDeclaration')
      return [{ name: declaration.id.name, start: declaration.start, end: declaration.end }]
    if (declaration?.type !== 'VariableDeclaration') return []
    return declaration.declarations.map(({ id, start, end }) => ({ name: id.name ?? '', start, end }))
  })
}
