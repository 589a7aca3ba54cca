import { beforeEach, expect, test } from 'vitest'
import { openMessageStore } from '../messages/message-store.ts'
import type { MessageStore } from '../messages/message-store.ts'
import { openApprovals } from './approvals.ts'
import type { Approvals } from './approvals.ts'

const minute = 60_000
let time: number
let messages: MessageStore
let approvals: Approvals

beforeEach(() => {
  time = 0
  messages = openMessageStore(undefined)
  approvals = openApprovals(messages, () => time)
})

const open = (needsPassword = false) =>
  approvals.open({ to: '+41791234567', message: 'Sign', documents: [], needsPassword }).id
const newestCode = () => messages.list({})[0]?.text.slice(0, 6) ?? ''
const answer = (id: string, code = newestCode(), password = '') => approvals.answer(id, { code, password })

test('the code that was sent approves, once', () => {
  const id = open()
  expect(newestCode()).toMatch(/^\d{6}$/)
  expect(answer(id)).toBe('approved')
  expect(answer(id)).toBe('over')
})

test('the password counts where it is asked for', () => {
  const id = open(true)
  expect(answer(id)).toBe('wrong_password')
  expect(answer(id, newestCode(), 'wrong')).toBe('wrong_password')
  expect(answer(id, newestCode(), 'any other')).toBe('approved')
})

test('the fifth wrong code ends it, and the right one comes too late', () => {
  const id = open()
  const verdicts = Array.from({ length: 5 }, () => answer(id, 'wrong'))
  expect(verdicts).toEqual(['wrong_code', 'wrong_code', 'wrong_code', 'wrong_code', 'locked'])
  expect(answer(id)).toBe('over')
})

test('a code is good for eight minutes', () => {
  const [early, late] = [open(), open()]
  time = 8 * minute
  expect(answer(late)).toBe('approved')
  time += 1
  expect(approvals.get(early)?.state).toBe('expired')
  expect(answer(early)).toBe('expired')
})

test('another code comes after two minutes, three times, and the one before is good no more', () => {
  const id = open()
  expect(approvals.resend(id)).toBe(false)
  const first = newestCode()
  for (let count = 0; count < 3; count++) {
    time += 2 * minute
    expect(approvals.resend(id)).toBe(true)
  }
  time += 2 * minute
  expect(approvals.resend(id)).toBe(false)
  expect(messages.list({})).toHaveLength(4)
  if (first !== newestCode()) expect(answer(id, first)).toBe('wrong_code')
  expect(answer(id)).toBe('approved')
})

test('what was cancelled stays so', () => {
  const id = open()
  approvals.cancel(id)
  expect(answer(id)).toBe('over')
  expect(approvals.get(id)?.state).toBe('cancelled')
})
