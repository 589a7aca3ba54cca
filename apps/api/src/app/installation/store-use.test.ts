import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, test, vi } from 'vitest'
import { fileSystemDocumentStore } from '#api/providers/document-store/file-system.ts'
import type { DocumentStore } from '#api/providers/document-store/port.ts'
import { noteStoreUse, refuseUsedStore, StoreInUse } from './store-use.ts'

let documentStore: DocumentStore
const pauses: number[] = []
const watch = { progress: () => {}, pause: async (milliseconds: number) => void pauses.push(milliseconds) }
const use = (id = 'own') =>
  noteStoreUse({
    documentStore,
    installation: { id },
    log: { warn: (words: unknown) => expect.fail(String(words)) },
  })

beforeEach(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'countersign-store-use-'))
  documentStore = fileSystemDocumentStore(folder, { trash: true })
  await documentStore.writeNote('installation', 'own')
  pauses.length = 0
  return () => rm(folder, { recursive: true, force: true })
})

test('a process notes its use again and again, and a store that notes change in is refused', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] })
  try {
    const end = await use()
    let waited = 0
    const pause = async (milliseconds: number) => {
      const noted = await documentStore.readNote('in-use')
      vi.advanceTimersByTime(milliseconds)
      waited += milliseconds
      // The note is written by the clock, but not in its instant.
      if (waited % 30_000 === 0)
        await vi.waitFor(async () => expect(await documentStore.readNote('in-use')).not.toBe(noted))
    }
    await expect(refuseUsedStore(documentStore, { ...watch, pause })).rejects.toThrow(StoreInUse)
    expect(waited).toBe(30_000)
    end()
  } finally {
    vi.useRealTimers()
  }
})

test('a store that nobody has used is free at once; one whose process has ended after a while', async () => {
  await refuseUsedStore(documentStore, watch)
  expect(pauses).toEqual([])
  const end = await use()
  end()
  await refuseUsedStore(documentStore, watch)
  expect(pauses.reduce((sum, each) => sum + each, 0)).toBeGreaterThan(60_000)
})

test('a store is refused also where the clock of the process that uses it is a day behind', async () => {
  const note = (minutes: number) =>
    documentStore.writeNote('in-use', new Date(Date.now() - 86_400_000 + minutes * 60_000).toISOString())
  await note(0)
  await expect(refuseUsedStore(documentStore, { ...watch, pause: () => note(0.5) })).rejects.toThrow(
    StoreInUse,
  )
})

test('a process whose store has become another installation’s notes nothing there', async () => {
  const end = await use('another')
  end()
  expect(await documentStore.readNote('in-use')).toBeNull()
})
