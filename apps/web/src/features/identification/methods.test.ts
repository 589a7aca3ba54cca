import { expect, it } from 'vitest'
import { allMethods, methodsFor } from './methods.ts'

it.each([
  ['EIDAS', true, ['video', 'self', 'id-austria']],
  ['EIDAS', false, ['id-austria', 'external-sc']],
  ['ZERTES', true, ['video', 'loc', 'auto']],
  ['ZERTES', false, ['loc', 'external-sc']],
] as const)('offers under %s, paid for %s, %j', (legislation, covered, methods) => {
  expect(methodsFor(legislation, covered)).toEqual(methods)
})

it('tells which of all methods takes a business that pays', () => {
  expect(allMethods('EIDAS')).toEqual([
    { method: 'video', when: 'covered' },
    { method: 'self', when: 'covered' },
    { method: 'id-austria', when: 'always' },
    { method: 'external-sc', when: 'uncovered' },
  ])
  expect(allMethods('ZERTES')).toEqual([
    { method: 'video', when: 'covered' },
    { method: 'loc', when: 'always' },
    { method: 'auto', when: 'covered' },
    { method: 'external-sc', when: 'uncovered' },
  ])
})
