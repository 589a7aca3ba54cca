import { expect, test } from 'vitest'
import { parseConfig } from './config.ts'

test('nothing set: the ports and addresses that the product expects', () => {
  expect(parseConfig({})).toEqual({
    port: 8090,
    smtpPort: 8025,
    tlsPort: 8091,
    dnsPort: 8092,
    stripePort: 8093,
    host: '127.0.0.1',
    url: 'http://localhost:8090',
    data: 'data/sandbox',
    productUrl: 'http://localhost:8080',
  })
})

test('the address follows the port, unless it is given', () => {
  expect(parseConfig({ SANDBOX_PORT: '9000' })).toMatchObject({
    url: 'http://localhost:9000',
    tlsPort: 9001,
    dnsPort: 9002,
    stripePort: 9003,
  })
  expect(parseConfig({ SANDBOX_URL: 'https://sandbox.test/' }).url).toBe('https://sandbox.test')
})

test('every wrong setting is named in one error', () => {
  const wrong = {
    SANDBOX_PORT: 'eighty',
    SANDBOX_SMTP_PORT: '70000',
    SANDBOX_TLS_PORT: '-1',
    SANDBOX_URL: 'sandbox',
    SANDBOX_BILLING: 'chargbee',
  }
  expect(() => parseConfig(wrong)).toThrow(
    /SANDBOX_PORT.*SANDBOX_SMTP_PORT.*SANDBOX_TLS_PORT.*SANDBOX_URL.*SANDBOX_BILLING/,
  )
})
