import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { fetchContent } from './fetch-content.ts'
import { openLocalCopies } from './local-copies.ts'

test('the connection of content that finds no place on the disk is given up', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'copies-'))
  const folder = join(directory, 'no-folder')
  await writeFile(folder, '')
  const copies = openLocalCopies({ folder, limit: 1e6, keepUnused: 3_600_000 })
  const body = new Readable({ read: () => {} })
  await expect(fetchContent(async () => body, copies, 'a'.repeat(64))).rejects.toThrow('ENOTDIR')
  expect(body.destroyed).toBe(true)
  copies.close()
  await rm(directory, { recursive: true })
})
