import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

vi.stubGlobal('window', globalThis)
vi.stubGlobal('sessionStorage', { getItem: () => null, setItem() {}, removeItem() {} })
const { composedTagsQuery } = await import('./compose-queries.ts')

const json = (status: number, body: unknown) => new Response(JSON.stringify(body), { status })
const tags = () => json(200, { items: [{ text: '{{s1}}' }], pages_read: 1 })
const tooComplex = () => json(422, { type: 'document.too_complex' })
const away = () => Promise.reject(new TypeError('Failed to fetch'))

const documents = ['lease', 'annex', 'plan'] as const
let asked: Set<string>
beforeEach(() => {
  vi.useFakeTimers()
  asked = new Set()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** What the page knows after it has asked, with all that a call tries on its own. */
async function read(queries: QueryClient, annex: () => Response | Promise<Response>) {
  vi.stubGlobal('fetch', async (address: string) => {
    const id = documents.find((one) => address.includes(`/${one}/`))
    if (!id) throw new Error(`a call that is not about tags: ${address}`)
    asked.add(id)
    return { lease: tags, annex, plan: tooComplex }[id]()
  })
  const found = queries.fetchQuery(composedTagsQuery(documents))
  await vi.runAllTimersAsync()
  return (await found).get('annex')?.length
}

test('tags that could not be fetched are fetched at the next visit; what was answered is not asked again', async () => {
  const queries = new QueryClient()
  expect(await read(queries, away)).toBeUndefined()
  expect([...asked]).toEqual(documents)
  asked.clear()
  expect(await read(queries, tags)).toBe(1)
  expect([...asked]).toEqual(['annex'])
  asked.clear()
  expect(await read(queries, tags)).toBe(1)
  expect([...asked]).toEqual([])
})
