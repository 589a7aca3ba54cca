import { expect, test, vi } from 'vitest'
import { upload } from './upload.ts'

test('an upload that was stopped before it began sends nothing', async () => {
  const opened = vi.fn<() => void>()
  vi.stubGlobal('XMLHttpRequest', opened)
  const stop = new AbortController()
  stop.abort()
  const request = { method: 'POST', address: '/v3/documents', headers: {}, body: new FormData() }
  await expect(
    upload({ ...request, signal: stop.signal, onProgress: undefined }, () => undefined),
  ).rejects.toThrow('abort')
  expect(opened).not.toHaveBeenCalled()
  vi.unstubAllGlobals()
})
