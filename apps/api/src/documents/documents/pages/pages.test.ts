import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Context } from '#api/providers/context.ts'
import { runAs } from '#api/platform/threads/caller.ts'
import { OverLimit, type RunOptions, Saturated, TaskFailed } from '#api/platform/threads/task.ts'
import { openPages } from './pages.ts'
import type { DocumentRow } from '../repository.ts'
import { findDocumentTags } from '../tasks.ts'

let dataDirectory = ''
beforeEach(async () => {
  dataDirectory = await mkdtemp(join(tmpdir(), 'pages-'))
})
afterEach(() => rm(dataDirectory, { recursive: true }))

const page = { index: 0, width: 600, height: 800 }
const document = { sha256: 'ab'.repeat(32) } as DocumentRow

type Run = (task: unknown, input: { readonly page: number }, options?: RunOptions) => Promise<unknown>

function open(run: Run) {
  const running = vi.fn<Run>(run)
  const context = {
    config: { dataDirectory },
    log: { warn: () => {}, error: () => {} },
    documentStore: { file: async () => 'a file' },
    threads: { render: { run: running } },
  } as unknown as Context
  return { pages: openPages(context), running }
}

test('a page that took too much is refused at once the next time, its neighbour is not', async () => {
  const { pages, running } = open(() => Promise.reject(new OverLimit('too long')))
  for (const scale of [100, 20])
    await expect(pages.image(document, page, scale)).rejects.toMatchObject({ key: 'document.too_complex' })
  expect(running).toHaveBeenCalledTimes(1)
  await expect(pages.text(document, { ...page, index: 1 })).rejects.toMatchObject({
    key: 'document.too_complex',
  })
  expect(running).toHaveBeenCalledTimes(2)
})

test('after three pages that took too much the others of the document are refused, and those that wait', async () => {
  const turn = Promise.withResolvers<void>()
  const { pages, running } = open(async (_task, input, options) => {
    if (input.page === 9) {
      await turn.promise
      options?.admit?.()
      return new Uint8Array()
    }
    return Promise.reject(new OverLimit('too long'))
  })
  const refused = { key: 'document.too_complex' }
  const waiting = pages.image(document, { ...page, index: 9 }, 100)
  for (const index of [0, 1, 2])
    await expect(pages.image(document, { ...page, index }, 100)).rejects.toMatchObject(refused)
  turn.resolve()
  await expect(waiting).rejects.toMatchObject(refused)
  await expect(pages.image(document, { ...page, index: 7 }, 100)).rejects.toMatchObject(refused)
  expect(running).toHaveBeenCalledTimes(4)
  const other = { sha256: 'cd'.repeat(32) } as DocumentRow
  await expect(pages.text(other, page)).rejects.toMatchObject(refused)
  expect(running).toHaveBeenCalledTimes(5)
})

test('what one caller’s shortened time was too little for is tried for another', async () => {
  const answers = [
    () => Promise.reject(new OverLimit('too long', { shortened: true })),
    () => Promise.resolve(new Uint8Array([1])),
  ]
  const { pages, running } = open(() => answers.shift()?.() ?? Promise.reject(new Error('a third time')))
  const as = (key: string) => runAs({ key, anonymous: false }, () => pages.image(document, page, 100))
  const refused = { key: 'document.too_complex' }
  await expect(as('eve')).rejects.toMatchObject(refused)
  await expect(as('eve')).rejects.toMatchObject(refused)
  expect(await as('anna')).toEqual(new Uint8Array([1]))
  expect(running).toHaveBeenCalledTimes(2)
})

test('a page that cannot be read is refused alone', async () => {
  const { pages, running } = open(() => Promise.reject(new TaskFailed('broken', 'Error')))
  for (const index of [0, 1, 2, 3, 0])
    await expect(pages.image(document, { ...page, index }, 100)).rejects.toMatchObject({
      key: 'document.too_complex',
    })
  expect(running).toHaveBeenCalledTimes(4)
})

test('being busy is not held against a page', async () => {
  const answers = [() => Promise.reject(new Saturated('busy')), () => Promise.resolve(new Uint8Array([1]))]
  const { pages } = open(() => answers.shift()?.() ?? Promise.reject(new Error('a third time')))
  await expect(pages.image(document, page, 100)).rejects.toBeInstanceOf(Saturated)
  expect(await pages.image(document, page, 100)).toEqual(new Uint8Array([1]))
  // From the disk, and so does another process.
  expect(Buffer.from(await pages.image(document, page, 100))).toEqual(Buffer.from([1]))
})

test('a file that is gone is our failure, not the document’s', async () => {
  const gone = new TaskFailed('no such file', 'Error', 'ENOENT')
  const { pages } = open(() => Promise.reject(gone))
  await expect(pages.image(document, page, 100)).rejects.toBe(gone)
})

test('an image that cannot be kept is handed out all the same', async () => {
  const { pages } = open(() => Promise.resolve(new Uint8Array([1])))
  await rm(dataDirectory, { recursive: true })
  await writeFile(dataDirectory, 'a file where the folder should be')
  expect(await pages.image(document, page, 100)).toEqual(new Uint8Array([1]))
})

test('a document whose tags took too much is not searched again at once, and its pages are still shown', async () => {
  const tagged = { ...document, pages: [page] }
  const { pages, running } = open(async (task) => {
    if (task === findDocumentTags) throw new OverLimit('too long')
    return new Uint8Array([1])
  })
  for (const _ of [1, 2])
    await expect(pages.tags(tagged)).rejects.toMatchObject({ key: 'document.too_complex' })
  expect(running).toHaveBeenCalledTimes(1)
  expect(await pages.image(document, page, 100)).toEqual(new Uint8Array([1]))
})

test('a document whose tags a busy service could not search is searched at the next call', async () => {
  const found = { items: [], pages_read: 1 }
  const answers = [() => Promise.reject(new Saturated('busy')), () => Promise.resolve(found)]
  const { pages } = open(() => answers.shift()?.() ?? Promise.reject(new Error('a third time')))
  const tagged = { ...document, pages: [page] }
  await expect(pages.tags(tagged)).rejects.toBeInstanceOf(Saturated)
  expect(await pages.tags(tagged)).toEqual(found)
})
