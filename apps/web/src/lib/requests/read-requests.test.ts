import type { SignatureRequest } from '@countersign/contract/signature-request-shapes.ts'
import { expect, it } from 'vitest'
import { CallError } from '../calls/call-error.ts'
import { readRequests } from './read-requests.ts'

const items = ['Lease', 'Offer'].map((title) => ({ id: title.toLowerCase(), title }))
const gone = new CallError({ key: 'not_found', status: 404, message: 'gone' })
const lost = new CallError({ key: 'network', status: 0, message: 'no connection' })
/** Reads those that aren’t refused. */
const reading = (refused: Record<string, Error>) =>
  readRequests(items, async ({ id, title }) => {
    if (refused[id]) throw refused[id]
    return { id, title } as SignatureRequest
  })

it('a request that is gone is named, and keeps no other from being read', async () => {
  const { requests, unread } = await reading({ lease: gone })
  expect(requests.map(({ id }) => id)).toEqual(['offer'])
  expect(unread).toEqual([{ item: items[0], failure: gone }])
})

it('where all are gone each is named', async () => {
  const { requests, unread } = await reading({ lease: gone, offer: gone })
  expect(requests).toEqual([])
  expect(unread).toHaveLength(2)
})

it('a lost connection is the failure of all', async () => {
  await expect(reading({ lease: lost, offer: lost })).rejects.toBe(lost)
})
