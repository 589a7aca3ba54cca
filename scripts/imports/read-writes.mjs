// Which tables a source file writes and of which it locks rows: by the query builder's calls and by statements in text.
import { Visitor } from 'rolldown/utils'

const writeCalls = new Set(['insertInto', 'updateTable', 'deleteFrom', 'mergeInto'])
const lockCalls = new Set(['forUpdate', 'forNoKeyUpdate', 'forShare', 'forKeyShare'])
const sources = /^(selectFrom|(inner|left|right|full|cross)Join)$/

const write =
  /\b(?:INSERT\s+INTO|DELETE\s+FROM|MERGE\s+INTO|TRUNCATE(?:\s+TABLE)?|(?<!\b(?:FOR|KEY|DO|THEN)\s+)UPDATE)\s+(?:ONLY\s+)?(?:public\.)?(?<table>[a-z_]\w*|\$\{)/g
const lock = /\bFOR\s+(?:NO\s+KEY\s+UPDATE|UPDATE|KEY\s+SHARE|SHARE)\b/g

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
    TemplateLiteral: ({ quasis }) => readText(quasis.map(({ value }) => value.raw).join('${}')),
    Literal: ({ value }) => {
      if (typeof value === 'string') readText(value)
    },
  }).visit(program)
  return found
}

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

function inText(text) {
  const written = [...text.matchAll(write)].map(({ groups }) => groups.table)
  const locked = [...text.matchAll(lock)].map(({ index }) => lastTable(text.slice(0, index)))
  return [...written, ...locked].map((table) => (table === undefined || table === '${' ? unnamed : table))
}

/** Of the statement that ends here: what is in closed brackets is another one. */
function lastTable(text) {
  const open = text.replaceAll(/\([^()]*\)/g, '')
  if (open !== text) return lastTable(open)
  return /.*\bFROM\s+(\w+)/s.exec(text)?.[1]
}
