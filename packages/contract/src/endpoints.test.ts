import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Endpoint } from './endpoint.ts'
import { endpointGroups, endpoints, integrationGroups } from './endpoints.ts'
import { verificationHostEndpoints } from './verification-host.ts'

const files = readdirSync(import.meta.dirname, { recursive: true })
  .map(String)
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))

/** The calls that a file of the contract describes, found without the list. */
async function callsOf(file: string): Promise<Endpoint[]> {
  const exports = (await import(new URL(file, import.meta.url).href)) as Record<string, unknown>
  return Object.values(exports).filter(
    (value): value is Endpoint =>
      typeof value === 'object' && value !== null && 'path' in value && 'method' in value,
  )
}

test('each call that a file of the contract describes is in exactly one list', async () => {
  const listed = [...endpoints, ...verificationHostEndpoints]
  const described = (await Promise.all(files.map(callsOf))).flat()
  expect(described.length).toBeGreaterThan(200)
  expect(described.filter((call) => !listed.includes(call)).map(({ name }) => name)).toEqual([])
  expect(listed.length).toBe(new Set(listed).size)
  expect(listed.length).toBe(described.length)
})

test('each group of a description has a name of its own and at least one call', () => {
  for (const groups of [endpointGroups, integrationGroups]) {
    const names = groups.map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
    expect(groups.filter((group) => group.endpoints.length === 0)).toEqual([])
  }
})
