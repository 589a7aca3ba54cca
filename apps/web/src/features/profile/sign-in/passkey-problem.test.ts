import { expect, it } from 'vitest'
import { passkeyProblem } from './passkey-problem.ts'

const named = (name: string) => Object.assign(new Error('refused'), { name })

it.each([
  ['NotAllowedError', 'cancelled'],
  ['AbortError', 'cancelled'],
  ['InvalidStateError', 'exists'],
  ['NotSupportedError', 'unsupported'],
  ['SecurityError', 'unsupported'],
])('the dialog says of %s: %s', (name, problem) => {
  expect(passkeyProblem(named(name))).toBe(problem)
})

it('the dialog leaves what is not the browser’s refusal to others', () => {
  expect(passkeyProblem(named('CallError'))).toBeNull()
  expect(passkeyProblem('NotAllowedError')).toBeNull()
})
