import { mkdtemp, readdir, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openImageCache, removeImagesRegularly } from './image-cache.ts'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'images-'))
})
afterEach(() => rm(folder, { recursive: true }))

const keys = ['aa1.webp', 'aa2.webp', 'bb3.webp', 'cc4.webp']

test('an image that was written is read, also by another process; one that was not is null', async () => {
  const cache = openImageCache(join(folder, 'not there yet'), 1000)
  await cache.write('aa1.webp', Buffer.from('image'))
  await cache.settled()
  for (const reader of [cache, openImageCache(join(folder, 'not there yet'), 1000)]) {
    expect(Buffer.from((await reader.read('aa1.webp')) ?? []).toString()).toBe('image')
    expect(await reader.read('aa2.webp')).toBe(null)
  }
})

test('the oldest go when there is too much', async () => {
  const cache = openImageCache(folder, 350)
  for (const [index, key] of keys.entries()) {
    await cache.write(key, new Uint8Array(100))
    await cache.settled()
    const path = join(folder, key.slice(0, 2), key)
    if (index < 3) await utimes(path, 1000 + index, 1000 + index)
  }
  const kept = await Promise.all(keys.map((key) => cache.read(key)))
  expect(kept.map((image) => image !== null)).toEqual([false, true, true, true])
})

test('an image is kept for its time, and then goes without anyone asking', async () => {
  const cache = openImageCache(folder, 1000)
  for (const key of keys) await cache.write(key, new Uint8Array(100))
  await utimes(join(folder, 'aa', 'aa1.webp'), 1000, 1000)
  let now = new Date(3_000_000)
  const errors: unknown[] = []
  const end = removeImagesRegularly(folder, {
    keptFor: 1_500_000,
    every: 10,
    now: () => now,
    onError: (error) => errors.push(error),
  })
  await expect.poll(() => cache.read('aa1.webp')).toBe(null)
  expect(await cache.read('aa2.webp')).not.toBe(null)
  now = new Date(Date.now() + 2_000_000)
  await expect.poll(() => cache.read('aa2.webp')).toBe(null)
  end()
  expect(errors).toEqual([])
})

test('the same image written at the same time is there once', async () => {
  const cache = openImageCache(folder, 1000)
  await Promise.all([1, 2, 3].map(() => cache.write('aa1.webp', new Uint8Array(100))))
  expect(await readdir(join(folder, 'aa'))).toEqual(['aa1.webp'])
})
