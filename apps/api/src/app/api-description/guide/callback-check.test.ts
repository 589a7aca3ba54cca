import { expect, test } from 'vitest'
import { makeSecret, signCallback } from '#api/integration/callbacks/sign-callback.ts'
import { callbacks } from './integration-pages.ts'

type Check = (headers: Record<string, string>, body: string, secret: string) => boolean

/** The function that the page shows, as a reader's program has it. */
async function shownCheck(): Promise<Check> {
  const [code] = callbacks.blocks.flatMap((block) => ('shell' in block ? [block.shell] : []))
  const source = `${code}\nexport { isGenuine }`
  const { isGenuine } = (await import(`data:text/javascript,${encodeURIComponent(source)}`)) as {
    isGenuine: Check
  }
  return isGenuine
}

test('the check of a callback that the guide shows takes genuine ones alone, and ends for no header', async () => {
  const isGenuine = await shownCheck()
  const [secret, next, body] = [makeSecret(), makeSecret(), '{"type":"SUCCESS"}']
  const signed = (at = new Date()) => signCallback({ id: crypto.randomUUID(), at, body }, [secret, next])
  const { 'webhook-signature': signature, ...unsigned } = signed()
  for (const one of [secret, next]) expect(isGenuine(signed(), body, one)).toBe(true)
  expect(isGenuine(signed(), body, makeSecret())).toBe(false)
  expect(isGenuine(signed(), '{"type":"ERROR"}', secret)).toBe(false)
  expect(isGenuine({ ...signed(), 'webhook-signature': signature ?? '' }, body, secret)).toBe(false)
  expect(isGenuine(signed(new Date(Date.now() - 600_000)), body, secret)).toBe(false)
  for (const headers of [unsigned, {}]) expect(isGenuine(headers, body, secret)).toBe(false)
})
