import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { PlatformContext } from '#api/platform/context.ts'
import { openWebApp } from './web-app.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'web-app-'))
})
afterEach(() => rm(folder, { recursive: true }))

test('a web app whose files could not be read at first is read at the next visit', async () => {
  const dist = join(folder, 'dist')
  await writeFile(dist, 'a file where the folder should be')
  const context = { config: { outside: {}, frontPage: {} } } as unknown as PlatformContext
  const { readFile } = openWebApp(context, async () => [], dist)
  await expect(readFile('/logo.svg')).rejects.toMatchObject({ code: 'ENOTDIR' })
  await rm(dist)
  await mkdir(dist)
  await writeFile(join(dist, 'logo.svg'), '<svg/>')
  expect(String(await readFile('/logo.svg'))).toBe('<svg/>')
  await rm(dist, { recursive: true })
  expect(String(await readFile('/logo.svg'))).toBe('<svg/>')
})
