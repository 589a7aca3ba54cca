import { describe, expect, it } from 'vitest'
import { passwordProblem, passwordRules, passwordStrength } from './password-strength.ts'

describe('the rules', () => {
  const personal = ['Anna', 'Meier-Lüthi', 'anna.meier@example.com']
  it('ask for 10 characters', () => {
    expect(passwordRules('123456789', personal).longEnough).toBe(false)
    expect(passwordRules('1234567890', personal).longEnough).toBe(true)
    expect(passwordRules('😀😀😀😀😀', personal).longEnough).toBe(false)
  })
  it.each(['xxMEIERxx', 'lüthi2026!!', 'example-77-xy'])(
    'refuse one’s own name or email in %s',
    (password) => {
      expect(passwordRules(password, personal).free).toBe(false)
    },
  )
  it.each([
    ['cafe\u0301'.repeat(2), 'too_short'],
    ['lanterns', 'too_short'],
    ['lanterns of Meier', 'contains_personal_data'],
    ['seven quiet lanterns', null],
  ] as const)('name what is wrong with “%s”', (password, problem) => {
    expect(passwordProblem(password, personal)).toBe(problem)
  })
  it.each(['xqzwvkjpmrtb', '407193825616', '静かな港の古い灯台', 'שקט בנמל הישן'])(
    'leave it to the service whether %s is easy to guess',
    (password) => {
      expect(passwordProblem(`${password}猫`, personal)).toBeNull()
    },
  )
  it('do not mind short parts of a name', () => {
    expect(passwordRules('a long sentence', ['Li', 'Yu', '']).free).toBe(true)
  })
})

describe('the strength', () => {
  it('grows with length and kinds, not with repetition', () => {
    expect(passwordStrength('aaaaaaaaaaaaaaaa')).toBe('weak')
    expect(passwordStrength('1234567890123456')).toBe('weak')
    expect(passwordStrength('short!A1')).toBe('weak')
    expect(passwordStrength('Korrekt!Pferd77Batterie')).toBe('strong')
    expect(['fair', 'good']).toContain(passwordStrength('regen im april'))
  })
})
