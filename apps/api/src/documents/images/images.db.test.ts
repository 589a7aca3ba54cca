import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { transformImage } from '@countersign/contract/images.ts'
import { fastify, type FastifyInstance } from 'fastify'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { authenticateWith } from '#api/app/http/credentials.ts'
import { startTestApi, type TestApi } from '#api/testing/api.ts'
import { answerError } from '#api/platform/http/problem.ts'
import { registerImages } from './routes.ts'

let api: TestApi
let app: FastifyInstance
// Left half red, right half blue.
const flag = await sharp({ create: { width: 400, height: 200, channels: 3, background: '#ff0000' } })
  .composite([
    {
      input: { create: { width: 200, height: 200, channels: 3, background: '#0000ff' } },
      left: 200,
      top: 0,
    },
  ])
  .webp({ lossless: true })
  .toBuffer()
beforeAll(async () => {
  api = await startTestApi({ jobs: false })
  app = fastify()
  app.decorate('authenticate', authenticateWith(api.context))
  app.setErrorHandler(answerError)
  const images: Record<string, Buffer> = { '/img/flag.webp': flag, '/img/broken.webp': flag.subarray(0, 40) }
  registerImages(app, api.context, async (path) => images[path] ?? null)
  await app.ready()
})
afterAll(async () => {
  await app?.close()
  await api?.stop()
})

const ask = (query: Record<string, string>, headers = {}) =>
  app.inject({ url: `${transformImage.path}?${new URLSearchParams(query).toString()}`, headers })

test('an image comes in the size and format that is asked for', async () => {
  const answer = await ask({ source: '/img/flag.webp', width: '100', height: '100', format: 'png' })
  expect(answer.headers['content-type']).toBe('image/png')
  expect(answer.headers['cache-control']).toBe('public, max-age=86400')
  expect(await sharp(answer.rawPayload).metadata()).toMatchObject({ width: 100, height: 100, format: 'png' })
})

test('fit and position say what is cut off', async () => {
  const cut = { source: '/img/flag.webp', width: '100', height: '200', format: 'png', fit: 'cover' }
  const left = await sharp((await ask({ ...cut, position: 'left' })).rawPayload).stats()
  const right = await sharp((await ask({ ...cut, position: 'right' })).rawPayload).stats()
  expect([left.dominant.r > 200, right.dominant.b > 200]).toEqual([true, true])
})

test('it is never made larger than it is, and WebP unless said otherwise', async () => {
  const answer = await ask({ source: '/img/flag.webp', width: '3000' })
  expect(await sharp(answer.rawPayload).metadata()).toMatchObject({ width: 400, height: 200, format: 'webp' })
})

test('anyone who has it already is told so', async () => {
  const query = { source: '/img/flag.webp', width: '64' }
  const first = await ask(query)
  const again = await ask(query, { 'if-none-match': first.headers.etag })
  expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0])
})

test.each([
  [{ source: 'https://example.com/x.webp' }, 400],
  [{ source: '//example.com/x.webp' }, 400],
  [{ source: '/img/../../etc/passwd' }, 400],
  [{ source: '/img/nothing.webp' }, 404],
  [{ source: '/img/flag.webp', width: '5000' }, 400],
  [{ source: '/img/flag.webp', quality: '0' }, 400],
  [{ source: '/img/flag.webp', format: 'svg' }, 400],
  [{ source: '/img/broken.webp' }, 422],
])('%j is refused with %d', async (query, status) => {
  expect((await ask(query)).statusCode).toBe(status)
})

test('an image that can’t be kept is answered all the same', async () => {
  const folder = join(api.context.config.dataDirectory, 'images')
  await rm(folder, { recursive: true, force: true })
  await writeFile(folder, 'a file in its place')
  const answer = await ask({ source: '/img/flag.webp', width: '33', format: 'png' })
  expect(answer.statusCode).toBe(200)
  expect(await sharp(answer.rawPayload).metadata()).toMatchObject({ width: 33 })
  await rm(folder)
})

test('many sizes at once are made some at a time, and too many from one network are refused', async () => {
  const asked = Array.from({ length: 80 }, (_, n) =>
    ask({ source: '/img/flag.webp', width: String(100 + n) }),
  )
  const statuses = (await Promise.all(asked)).map((answer) => answer.statusCode)
  expect(new Set(statuses)).toEqual(new Set([200, 429]))
})
