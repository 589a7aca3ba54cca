import { expect, it, vi } from 'vitest'
import { withRetries } from '../../../retried-imports.ts'
import { isCallError, PartError } from './call-error.ts'
import './load-again.ts'

const failed = new TypeError('Failed to fetch dynamically imported module: https://sign.example/assets/x.js')
/** How loading a script that isn’t there ends, by what the service says of it. */
const outcome = (answer: () => Promise<Response>) => {
  vi.stubGlobal('fetch', answer)
  return globalThis
    .loadAgain?.('./not-there.js')(failed)
    .catch((failure: unknown) => failure)
}

it('each script that is loaded later names itself for another try', () => {
  expect(withRetries('e(()=>import(`./B-x_1.js`),[])')).toBe(
    'e(()=>import(`./B-x_1.js`).catch(self.loadAgain?.(`./B-x_1.js`)),[])',
  )
  expect(withRetries('import(`${url}?1`)')).toBe('import(`${url}?1`)')
})

it('without a connection the service can’t be reached', async () => {
  const failure = await outcome(() => Promise.reject(new TypeError('Failed to fetch')))
  expect(failure).toBeInstanceOf(Error)
  expect(isCallError(failure, 'outdated')).toBe(false)
})

it('a script that a new release has replaced is outdated, and the router reloads by its message', async () => {
  const failure = await outcome(() => Promise.resolve(new Response(null, { status: 404 })))
  expect(failure).toBeInstanceOf(PartError)
  expect(isCallError(failure, 'outdated')).toBe(true)
  expect((failure as Error).message).toBe(failed.message)
})

it('an error of the script itself stays what it is', async () => {
  const broken = new ReferenceError('x is not defined')
  await expect(globalThis.loadAgain?.('./x.js')(broken)).rejects.toBe(broken)
})
