import { expect, test } from 'vitest'
import { isEmailed } from './is-emailed.ts'

const signatures = (...given: object[]) => ({ signatures: given }) as never
const others = { is_viewer: false, notify: true }

test('a signer whom the sender’s own program tells is promised no email', () => {
  expect(isEmailed(signatures(others, { is_viewer: true, notify: false }))).toBe(false)
  expect(isEmailed(signatures({ ...others, notify: false }, { is_viewer: true, notify: true }))).toBe(true)
})

test('a member of a group is emailed as the group is, and the sender in any case', () => {
  const group = { signer_group: { members: [{ is_viewer: true }] } }
  expect(isEmailed(signatures({ ...group, is_viewer: false, notify: false }))).toBe(false)
  expect(isEmailed(signatures({ ...others, notify: false }))).toBe(true)
})
