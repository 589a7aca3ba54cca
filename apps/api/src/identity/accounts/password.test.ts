import { expect, test } from 'vitest'
import { isTooShort, judgePassword, personalWords } from './password.ts'
import { estimateStrength } from './password-strength.ts'

const anna = { email: 'anna.muster@helvetia.example', firstName: 'Anna-Lena', lastName: 'Muster' }

function judge(password: string) {
  return judgePassword(password, estimateStrength({ password, personalWords: personalWords(anna) }))
}

test.each([
  ['short', 'kX9$vqL2!', 'too_short'],
  ['nine characters of which one takes two code units', 'kX9$vqL2😀', 'too_short'],
  ['on every list', 'password123', 'too_common'],
  ['a repetition', 'abcabcabcabc', 'too_common'],
  ['a walk over the keyboard', 'qwertyuiop12', 'too_common'],
  ['names and a year', 'annamuster1985', 'contains_personal_data'],
  ['the email', 'anna.muster@helvetia.example', 'contains_personal_data'],
  ['names and a digit', 'muster-anna-1', 'contains_personal_data'],
  ['names and a year apart', 'anna-muster-1985', 'contains_personal_data'],
  ['the email and a year', 'anna.muster@helvetia.example1985', 'contains_personal_data'],
  ['a name and three words', 'muster-quiet-harbour-lantern', null],
  ['four words', 'quiet-harbour-lantern-42', null],
  ['random', 'Xk29$vaPq1zz', null],
  ['random with a name in it', 'Xk29$vaPq1zz-anna', null],
])('a password that is %s', (_what, password, problem) => {
  expect(judge(password)).toBe(problem)
})

test('personal words are the parts of names and address, without those too short to tell', () => {
  expect(personalWords(anna)).toEqual(
    expect.arrayContaining(['anna.muster@helvetia.example', 'anna', 'muster', 'helvetia', 'lena']),
  )
  expect(personalWords({ email: 'a@b.ch', firstName: 'Li', lastName: 'Wu' })).toEqual(['a@b.ch', 'b.ch'])
})

test('length counts characters as people see them', () => {
  expect(isTooShort('😀😀😀😀😀')).toBe(true)
  expect(isTooShort('ääääääääää')).toBe(false)
})

test('a very long password is estimated by its beginning, as the time that it takes grows with its length', () => {
  const beginning = 'p4$$w0rd'.repeat(13)
  expect(beginning.length).toBeGreaterThan(100)
  expect(judge(`${beginning}quiet-harbour-lantern-42`)).toBe('too_common')
})
