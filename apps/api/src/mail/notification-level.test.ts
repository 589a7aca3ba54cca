import { expect, test } from 'vitest'
import { wants } from './notification-level.ts'

const kinds = [
  'invitation',
  'reminder',
  'changed',
  'delegated',
  'group_settled',
  'request_signed',
  'signed_copy',
  'declined',
  'withdrawn',
  'expired',
  'mail_failed',
] as const

test.each([
  ['all', [...kinds]],
  ['essential', kinds.filter((kind) => kind !== 'request_signed')],
  ['none', []],
] as const)('%s is %j', (level, wanted) => {
  expect(kinds.filter((kind) => wants(level, kind))).toEqual(wanted)
})
