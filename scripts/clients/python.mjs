// The calls as Python: one method each, with typed dictionaries for what goes in and comes out.
import { capitalised, referenceName, rootsOf, usedSchemas } from './operations.mjs'

const head =
  '"""Generated from the contract by `npm run clients`: don\'t edit it here."""\n\nfrom __future__ import annotations\n\n'

/** NotRequired is in Python from 3.11 on; before, only those that check types need it, and they bring it. */
const imports = `import sys
from typing import TYPE_CHECKING, Any, Literal, TypedDict, Union

if sys.version_info >= (3, 11):
    from typing import NotRequired
elif TYPE_CHECKING:
    from typing_extensions import NotRequired

`

export function pythonTypes({ operations, schemas, errorKeys }) {
  const made = new Map()
  for (const name of usedSchemas(rootsOf(operations), schemas)) define(name, schemas[name], made)
  for (const { name, body, answer } of operations) {
    if (body) define(`${capitalised(name)}Body`, body, made)
    if (answer.kind === 'json') expression(answer.schema, `${capitalised(name)}Answer`, made)
  }
  const keys = `ERROR_KEYS = frozenset(\n    {\n${errorKeys.map((key) => `        "${key}",`).join('\n')}\n    }\n)\n"""Every error key there is today. A later release may have more."""\n`
  return `${head}${imports}${keys}\n${[...made.values()].join('\n\n')}\n`
}

/** A named type: a dictionary as a class, anything else as an alias. Written as text: the order doesn't matter then. */
function define(name, schema, made) {
  if (made.has(name)) return
  made.set(name, '')
  if (schema?.type === 'object' && Object.keys(schema.properties ?? {}).length > 0) {
    const { properties, required = [] } = schema
    const members = Object.entries(properties).map(([key, value]) => {
      const type = expression(value, `${name}${pascal(key)}`, made)
      return `    ${key}: ${required.includes(key) ? type : `NotRequired[${type}]`}`
    })
    made.set(name, `class ${name}(TypedDict):\n${members.join('\n')}\n`)
    return
  }
  made.set(name, `${name} = ${expression(schema, `${name}Value`, made).replaceAll(/^"|"$/g, '') || 'Any'}\n`)
}

const pascal = (key) =>
  key
    .split(/[_-]/)
    .map((part) => capitalised(part || '_'))
    .join('')

/** A schema as an annotation; objects within it get a class of their own. */
function expression(schema, name, made) {
  if (!schema || Object.keys(schema).length === 0) return 'Any'
  if (schema.$ref) {
    return `"${referenceName(schema.$ref)}"`
  }
  if (schema.const !== undefined) return `Literal[${JSON.stringify(schema.const)}]`
  if (schema.enum) return `Literal[${schema.enum.map((value) => literal(value)).join(', ')}]`
  const options = schema.anyOf ?? schema.oneOf
  if (options) {
    const types = [
      ...new Set(options.map((one, index) => expression(one, index ? `${name}${index}` : name, made))),
    ]
    return types.length === 1 ? types[0] : `Union[${types.join(', ')}]`
  }
  if (schema.allOf) return 'dict[str, Any]'
  if (Array.isArray(schema.type))
    return `Union[${schema.type.map((type) => expression({ ...schema, type }, name, made)).join(', ')}]`
  if (schema.type === 'array') return `list[${expression(schema.items, `${name}Item`, made)}]`
  if (schema.type === 'object') {
    if (Object.keys(schema.properties ?? {}).length === 0) return 'dict[str, Any]'
    define(name, schema, made)
    return `"${name}"`
  }
  return (
    { string: 'str', number: 'float', integer: 'int', boolean: 'bool', null: 'None' }[schema.type] ?? 'Any'
  )
}

const literal = (value) =>
  value === null ? 'None' : value === true ? 'True' : value === false ? 'False' : JSON.stringify(value)

export function pythonCalls(operations) {
  const names = operations.filter(({ body }) => body).map(({ name }) => `${capitalised(name)}Body`)
  return `${head}from typing import Any, Protocol
from urllib.parse import quote

from .types import ${['*'].join(', ')}  # noqa: F403


class Send(Protocol):
    def __call__(
        self, method: str, path: str, *, query: dict[str, Any] | None = None, body: Any = None, accept: str = "application/json"
    ) -> Any: ...


class Calls:
    """Every call of the integration API that takes a token, by its name in the API description."""

    _send: Send
${operations.map(method).join('')}`.replace(
    'from .types import *  # noqa: F403',
    `from .types import (\n${names.map((name) => `    ${name},`).join('\n')}\n)`,
  )
}

function method({ name, method: verb, path, summary, params, query, body, answer }) {
  const given = [
    'self',
    ...params.map(({ name: key }) => `${snake(key)}: str`),
    ...(body ? [`body: ${capitalised(name)}Body`] : []),
    ...(query.length > 0 ? ['*'] : []),
    ...query.map(({ name: key, required }) => `${snake(key)}: Any${required ? '' : ' = None'}`),
  ]
  const sent = [
    `"${verb}"`,
    pathExpression(path),
    ...(query.length > 0
      ? [`query={${query.map(({ name: key }) => `"${key}": ${snake(key)}`).join(', ')}}`]
      : []),
    ...(body ? ['body=body'] : []),
    ...(answer.kind === 'file' ? [`accept="${answer.type}"`] : []),
  ]
  const type = answer.kind === 'file' ? 'bytes' : answer.kind === 'nothing' ? 'None' : 'Any'
  return `
    def ${snake(name)}(${given.join(', ')}) -> ${type}:
        """${summary}"""
        return self._send(${sent.join(', ')})
`
}

const snake = (name) => name.replaceAll(/(?<=[a-z0-9])([A-Z])/g, '_$1').toLowerCase()

const pathExpression = (path) =>
  path.includes('{')
    ? `f"${path.replaceAll(/\{(\w+)\}/g, (_, key) => `{quote(str(${snake(key)}), safe='')}`)}"`
    : `"${path}"`
