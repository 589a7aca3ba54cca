import { expect, it } from 'vitest'
import { carriesSecret } from './secret-address.ts'

it.each([
  ['/direct-sign/42/secret', '', true],
  ['/view/42/secret', '', true],
  ['/sendto/secret', '', true],
  ['/view/42', '', false],
  ['/password-reset/confirm', '', true],
  ['/signup/confirm', '?token=secret', true],
  ['/profile/confirm', '?token=secret', true],
  ['/dashboard', '?usertoken=secret', true],
  ['/mab/redirect', '?code=secret&state=secret', true],
  ['/mab/redirect', '?error=access_denied&state=secret', true],
  ['/profile/signature-standards/id-austria-success', '?code=secret', true],
  ['/dashboard', '?tab=inbox', false],
  ['/directory', '', false],
])('%s%s carries a secret: %s', (path, search, secret) => {
  expect(carriesSecret(path, search)).toBe(secret)
})
