import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testPdf } from '../test-pdf.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'open-document-'))
})
afterAll(() => rm(folder, { recursive: true }))

// In a thread of its own, since the limit is given to a thread.
const limits = `
  const { parentPort, workerData } = require('node:worker_threads')
  void (async () => {
    const { webAssemblyLimit } = await import(workerData.memoryLimit)
    const { forgetPdfium, openDocument } = await import(workerData.openDocument)
    const limits = [webAssemblyLimit()]
    await openDocument(workerData.file, workerData.sha256)
    limits.push(webAssemblyLimit())
    forgetPdfium()
    limits.push(webAssemblyLimit())
    parentPort.postMessage(limits)
  })()
`

test('a file counts for as long as it is open, and after a failure no longer', async () => {
  const content = testPdf()
  const file = join(folder, 'document.pdf')
  await writeFile(file, content)
  const limit = 256 * 1024 * 1024
  const worker = new Worker(limits, {
    eval: true,
    workerData: {
      webAssemblyLimit: limit,
      fileOnTop: true,
      file,
      sha256: createHash('sha256').update(content).digest('hex'),
      memoryLimit: new URL('../../../platform/threads/memory-limit.ts', import.meta.url).href,
      openDocument: new URL('open-document.ts', import.meta.url).href,
    },
  })
  expect(await once(worker, 'message')).toEqual([[limit, limit + content.length, limit]])
  await worker.terminate()
})
