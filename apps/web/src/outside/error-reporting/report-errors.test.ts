import { expect, it } from 'vitest'
import { withoutSecrets } from './report-errors.ts'

it('a report keeps every address but its beginning to itself', () => {
  const reported = withoutSecrets({
    request: {
      url: 'https://sign.example/direct-sign/42/secret?token=secret',
      headers: { Referer: 'secret' },
    },
    breadcrumbs: [{ data: { from: '/password-reset/confirm?token=secret', to: '/login', count: 2 } }],
  })
  expect(JSON.stringify(reported)).not.toContain('secret')
  expect(reported.request?.url).toBe('https://sign.example/direct-sign')
  expect(reported.breadcrumbs?.[0]?.data).toMatchObject({ count: 2 })
})
