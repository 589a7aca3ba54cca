import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '#api/testing/api.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi({ jobs: false })
})
afterAll(() => api?.stop())

test.each(['/.env', '/.git/config', '/metrics', '/package.json', '/no/such/page'])(
  '%s is answered with 404, to a program and to a browser',
  async (path) => {
    const program = await fetch(api.url + path)
    expect([program.status, await program.json()]).toMatchObject([404, { key: 'not_found' }])
    const browser = await fetch(api.url + path, { headers: { accept: 'text/html,*/*;q=0.8' } })
    expect(browser.status).toBe(404)
    expect(browser.headers.get('etag')).toBeNull()
  },
)

const ready = async () => {
  const response = await fetch(`${api.url}/readyz`)
  return { status: response.status, body: await response.json() }
}

test('ready is who can keep a document, and not ready who cannot', async () => {
  const all = { database: true, storage: true, jobs: true }
  const trust_services = { local: 'UP', ais: 'UNKNOWN', mab: 'UNKNOWN', csc: 'UNKNOWN' }
  const identification_providers = { srs: 'UNKNOWN', intrum: 'UNKNOWN', 'id-austria': 'UNKNOWN' }
  const others = { trust_services, identification_providers }
  expect(await ready()).toEqual({ status: 200, body: { status: 'UP', groups: all, ...others } })
  const directory = join(api.context.config.dataDirectory, 'documents')
  await rename(directory, `${directory}.away`)
  await writeFile(directory, 'a file stands in its place')
  expect(await ready()).toEqual({
    status: 503,
    body: { status: 'DOWN', groups: { ...all, storage: false }, ...others },
  })
})
