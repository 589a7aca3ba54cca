import { expect, test } from 'vitest'
import { makeSecret, signCallback } from './sign-callback.ts'
import { verifySignature } from './verify-signature.fixture.ts'

// The example of the specification's reference libraries.
const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const example = {
  id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  at: new Date(1_614_265_330_000),
  body: '{"test": 2432232314}',
}
const signature = 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE='

test('the published example of Standard Webhooks has the published signature', () => {
  const headers = signCallback(example, [secret])
  expect(headers).toEqual({
    'webhook-id': example.id,
    'webhook-timestamp': '1614265330',
    'webhook-signature': signature,
  })
  verifySignature(headers, example.body, secret, 1_614_265_330)
})

test('a receiver with either of two secrets accepts the message, one with a third refuses it', () => {
  const [before, after, other] = [makeSecret(), makeSecret(), makeSecret()]
  const headers = signCallback(example, [after, before])
  for (const own of [before, after]) verifySignature(headers, example.body, own, 1_614_265_330)
  const verify = (text: string, own: string, now: number) => () => verifySignature(headers, text, own, now)
  expect(verify(example.body, other, 1_614_265_330)).toThrow('no signature')
  expect(verify(`${example.body} `, after, 1_614_265_330)).toThrow('no signature')
  expect(verify(example.body, after, 1_614_266_330)).toThrow('not fresh')
})

test('a secret is of the form that the libraries take', () => {
  expect(makeSecret()).toMatch(/^whsec_[A-Za-z0-9+/]{48}$/)
})
