import { expect, test } from 'vitest'
import { aRequest } from '#web/testing/signature-request.ts'
import { approvalsOf } from './approvals-ahead.ts'

const several = (count: number, quality: 'QES' | 'AES' | 'SES') =>
  Array.from({ length: count }, (_, n) => aRequest({ id: `${quality} ${n}`, quality, legislation: 'ZERTES' }))

test('signatures of one level are confirmed once, up to twenty-five of them', () => {
  const two = approvalsOf([...several(25, 'QES'), ...several(2, 'AES'), ...several(9, 'SES')])
  expect([two.together.map(({ length }) => length), two.isOncePerLevel]).toEqual([[25, 2], true])
})

test('signatures under two legal frameworks are confirmed apart, and a demo takes a click', () => {
  const european = aRequest({ id: 'eu', quality: 'QES', legislation: 'EIDAS' })
  const demo = aRequest({ id: 'demo', quality: 'DEMO' })
  const { together, light } = approvalsOf([...several(2, 'QES'), european, demo])
  expect(together.map((group) => group.map(({ id }) => id))).toEqual([['QES 0', 'QES 1'], ['eu']])
  expect(light).toEqual([demo])
})

test('thirty signatures of one level are not said to be confirmed once for each level', () => {
  const { together, isOncePerLevel } = approvalsOf(several(30, 'QES'))
  expect([together.map(({ length }) => length), isOncePerLevel]).toEqual([[25, 5], false])
})
