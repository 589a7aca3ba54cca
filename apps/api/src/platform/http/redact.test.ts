import { expect, test } from 'vitest'
import { pathForLog, redacted } from './redact.ts'

const secret = 'k9x2qv'

test.each([
  `/view/request-1/${secret}/`,
  `/direct-sign/request-1/${secret}/page`,
  `/sendto/${secret}`,
  `/v2/sendto/${secret}`,
  `/signup/confirm/sendto/${secret}`,
  `/v1/validations/${secret}/report`,
  `/v3/mab/redirect-sign/${secret}`,
  `/v3/swisscom/proceed/${secret}`,
  `/v3/direct/swisscom/proceed/${secret}?lang=de`,
  `/v3/sign/cancel/${secret}`,
  `/v3/sign/reauthenticate/${secret}`,
  `/password-reset/confirm?token=${secret}`,
  `/direct?lang=de&usertoken=${secret}`,
  `/v1/single-sign-on/callback?code=${secret}&iss=x`,
  `/v1/single-sign-on/callback?iss=x&STATE=${secret}`,
])('the secret in %s is left out, wherever the address is shown', (url) => {
  expect(redacted(url)).toBe(url.replace(secret, '…'))
  expect(pathForLog(url)).not.toContain(secret)
})

test('the log has the path of any other address as it is, without its query and without emails', () => {
  expect(redacted('/v3/signature-requests/request-1?search=lease')).toBe(
    '/v3/signature-requests/request-1?search=lease',
  )
  expect(pathForLog('/v3/signature-requests/request-1?search=anna')).toBe('/v3/signature-requests/request-1')
  expect(pathForLog('/v1/users/anna@example.org/x')).toBe('/v1/users/…@…/x')
  expect(pathForLog('/v1/users/anna%40example.org')).toBe('/v1/users/…@…')
})
