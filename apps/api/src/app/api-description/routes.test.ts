import { fastify, type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { registerSecurityHeaders } from '#api/platform/http/security-headers.ts'
import { registerApiDescription } from './routes.ts'

let app: FastifyInstance
beforeAll(async () => {
  app = fastify()
  await registerSecurityHeaders(app, {}, null)
  await registerApiDescription(app, 'https://sign.example.org')
})
afterAll(() => app.close())

test('the description is served as JSON, compressed where that is understood', async () => {
  const plain = await app.inject('/openapi.json')
  expect(plain.headers['content-type']).toContain('application/json')
  expect(plain.json()).toMatchObject({ openapi: '3.1.0', info: { title: 'Countersign API' } })
  const compressed = await app.inject({ url: '/openapi.json', headers: { 'accept-encoding': 'gzip' } })
  expect(compressed.headers['content-encoding']).toBe('gzip')
  expect(compressed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 4)
})

test.each([
  ['/docs/reference', '/openapi.json', 'Countersign API'],
  ['/docs/reference/integration', '/openapi-integration.json', 'Countersign integration API'],
])(
  '%s shows %s, loads its own scripts alone, under a policy of its own',
  async (path, description, title) => {
    const page = await app.inject(path)
    const policy = String(page.headers['content-security-policy'])
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("script-src 'self';")
    expect(page.body).not.toMatch(/(?:src|href)="https?:/)
    expect(page.body).toContain(`<a href="${path}" aria-current="page">`)
    const scripts = [...page.body.matchAll(/<script src="([^"]+)"([^>]*)>/g)]
    expect(scripts.map(([, src, more]) => [src, more])).toEqual([
      ['/docs/redoc.js', ''],
      ['/docs/start.js', ` data-description="${description}"`],
    ])
    for (const [, src = ''] of scripts) {
      const { statusCode, headers, body } = await app.inject(src)
      expect([statusCode, headers['content-type']]).toEqual([200, 'text/javascript; charset=utf-8'])
      expect(body).not.toContain('cdn.redoc.ly')
    }
    expect((await app.inject(description)).json()).toMatchObject({ info: { title } })
  },
)

test('the pages bring the product’s font', async () => {
  const { body } = await app.inject('/docs/guide.css')
  const [, address = ''] = /src:url\(([^)]+)\)/.exec(body) ?? []
  const font = await app.inject(address)
  expect([font.statusCode, font.headers['content-type']]).toEqual([200, 'font/woff2'])
  expect(font.rawPayload.subarray(0, 4).toString('latin1')).toBe('wOF2')
})

test('the reference has a dark theme for those who prefer one', async () => {
  const { body } = await app.inject('/docs/start.js')
  expect(body).toContain("matchMedia('(prefers-color-scheme: dark)').matches")
})

test('the other answers keep the common policy', async () => {
  const { headers } = await app.inject('/openapi.json')
  expect(headers['content-security-policy']).toContain("default-src 'self'")
})
