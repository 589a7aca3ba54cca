import { expect, it, vi } from 'vitest'
import { CallError } from '#web/lib/calls/call-error.ts'
import { lostResponse } from './lost-response.ts'

const offline = () => new CallError({ key: 'network', status: 0, message: '' })
const refusal = (key: string, status: number) => new CallError({ key, status, message: '' })
const send = vi.fn<(code: string, key: string) => Promise<string[]>>()

it('a response that was lost is had by sending the same again under the same key', async () => {
  send.mockReset().mockRejectedValueOnce(offline()).mockResolvedValueOnce(['recovery-code'])
  const confirmation = lostResponse(send)
  await expect(confirmation.send('123456')).rejects.toMatchObject({ key: 'network' })
  expect(await confirmation.again()).toEqual(['recovery-code'])
  expect(send.mock.calls[1]).toEqual(send.mock.calls[0])
})

it('what was refused isn’t sent again, and the next code has its own key', async () => {
  send.mockReset().mockRejectedValueOnce(refusal('second_factor.code_invalid', 403)).mockResolvedValueOnce([])
  const confirmation = lostResponse(send)
  await expect(confirmation.send('000000')).rejects.toMatchObject({ status: 403 })
  expect(await confirmation.again()).toBeNull()
  await confirmation.send('123456')
  expect(send.mock.calls[1]?.[1]).not.toBe(send.mock.calls[0]?.[1])
})

it('a code that never arrived and is no longer good makes way for the next one', async () => {
  send.mockReset().mockRejectedValueOnce(offline())
  send.mockRejectedValueOnce(refusal('second_factor.code_invalid', 403))
  const confirmation = lostResponse(send)
  await expect(confirmation.send('123456')).rejects.toMatchObject({ key: 'network' })
  expect(await confirmation.again()).toBeNull()
  expect(await confirmation.again()).toBeNull()
  expect(send).toHaveBeenCalledTimes(2)
})
