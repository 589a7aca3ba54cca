import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { inRoot } from '../paths.mjs'
import { generateClients } from './generate.mjs'
import { typeOf } from './typescript.mjs'

test('the clients are what npm run clients writes', async () => {
  for (const [file, content] of Object.entries(await generateClients()))
    expect([file, readFileSync(inRoot(file), 'utf8') === content]).toEqual([file, true])
})

test('a schema that a type can’t say is unknown, and nothing is left out', () => {
  expect(typeOf({ type: ['string', 'null'] })).toBe('string | null')
  expect(typeOf({ type: 'object', properties: { 'a-b': {} }, required: ['a-b'] })).toBe("{ 'a-b': unknown }")
  expect(typeOf({ anyOf: [{ enum: ['A', 'B'] }, { type: 'null' }] })).toBe('"A" | "B" | null')
  expect(typeOf({ type: 'array', items: { $ref: '#/components/schemas/Id' } })).toBe('Array<Id>')
})
