import { expect, test } from 'vitest'
import { connectionLimit } from './connection-limit.ts'

const patient = () => new AbortController().signal

test('the caller who gave up takes no turn: the next one does', async () => {
  const limit = connectionLimit(1)
  const release = await limit.take('a', patient())
  const impatient = new AbortController()
  const first = limit.take('a', impatient.signal)
  const second = limit.take('a', patient())
  impatient.abort(new Error('gave up'))
  await expect(first).rejects.toThrow('gave up')
  release()
  const releaseSecond = await second
  releaseSecond()
  // Nothing is left taken.
  await limit.take('a', patient())
  await limit.take('b', patient())
})

test('the caller who has given up before does not wait', async () => {
  const limit = connectionLimit(1)
  await expect(limit.take('a', AbortSignal.abort(new Error('gave up')))).rejects.toThrow('gave up')
  await limit.take('a', patient())
})
