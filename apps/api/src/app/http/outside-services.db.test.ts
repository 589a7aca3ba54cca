import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '#api/testing/api.ts'

let plain: TestApi
let chosen: TestApi
beforeAll(async () => {
  ;[plain, chosen] = await Promise.all([
    startTestApi({ jobs: false }),
    startTestApi({
      jobs: false,
      environment: {
        GUIDANCE_SCRIPT_URL: 'https://guide.example/v1/tool.js?a=1&b=2',
        SURVEYS_URL: 'https://forms.example/answers',
        VERIFICATION_PORT: '8081',
        VERIFICATION_URL: 'https://codes.example',
      },
    }),
  ])
})
afterAll(() => Promise.all([plain?.stop(), chosen?.stop()]))

async function policyOf(api: TestApi): Promise<Map<string, string>> {
  const header = (await fetch(`${api.url}/login`)).headers.get('content-security-policy') ?? ''
  return new Map(
    header.split(';').map((directive) => {
      const [name = '', ...sources] = directive.trim().split(' ')
      return [name, sources.join(' ')]
    }),
  )
}

test('by default nothing of anybody else runs in a page or is asked', async () => {
  const policy = await policyOf(plain)
  expect(policy.get('script-src')).toBe("'self'")
  // Our own host for codes, and nobody else.
  expect(policy.get('connect-src')).toBe(`'self' ${plain.verificationUrl}`)
})

test('what the installation chooses is let in by its origin, and nothing more, besides its own host for codes', async () => {
  const policy = await policyOf(chosen)
  expect(policy.get('script-src')).toBe("'self' https://guide.example")
  expect(policy.get('connect-src')).toBe(
    "'self' https://codes.example https://guide.example https://forms.example",
  )
})
