import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { contexts } from '../imports/contexts.mjs'
import { inRoot } from '../paths.mjs'

const foldersOf = (...folder) =>
  readdirSync(inRoot('apps/api/src', ...folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)

/** The map of docs/architecture.md: each context with its nouns, each on a line of its own with what it is. */
function mapped() {
  const page = readFileSync(inRoot('docs/architecture.md'), 'utf8')
  const [, map = ''] = /^```\n(platform\/[\s\S]*?)^```$/m.exec(page) ?? []
  const nouns = {}
  let context
  for (const line of map.trimEnd().split('\n')) {
    const [, indent, name, what] = /^( *)([\w-]+)\/? +(\S.*)$/.exec(line) ?? []
    expect([line, what]).toEqual([line, expect.any(String)])
    if (indent) nouns[context].push(name)
    else nouns[(context = name)] = []
  }
  return nouns
}

test('the map of the architecture has each context in order, with each of its nouns', () => {
  const nouns = mapped()
  expect(Object.keys(nouns)).toEqual(contexts)
  for (const context of contexts)
    expect([context, nouns[context]]).toEqual([context, foldersOf(context).toSorted()])
})
