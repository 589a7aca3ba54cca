import type { ApiUser } from '@countersign/contract/api-users.ts'
import { expect, it } from 'vitest'
import { shownApiUsers, type ApiUserOrder } from './shown-api-users.ts'

const one = (
  username: string,
  description: string,
  createdAt: string,
  lastUsedAt: string | null,
): ApiUser => ({
  username,
  description,
  scopes: ['members'],
  environment: 'PRODUCTION',
  createdAt,
  createdBy: null,
  keyCreatedAt: createdAt,
  keyExpiresAt: null,
  previousKeyExpiresAt: null,
  keyEnding: 'abcd',
  lastUsedAt,
})
const all = [
  one('api_a', 'Payroll', '2026-01-01', null),
  one('api_b', '', '2026-03-01', '2026-05-01'),
  one('api_c', 'Archive', '2026-02-01', '2026-06-01'),
]
const names = (search: string, order: ApiUserOrder) =>
  shownApiUsers(all, { search, order }, 'en').map(({ username }) => username)

it('the list of API users sorts by what is asked for; one without a description goes by its name', () => {
  expect(names('', 'newest')).toEqual(['api_b', 'api_c', 'api_a'])
  expect(names('', 'description')).toEqual(['api_b', 'api_c', 'api_a'])
  expect(names('', 'used')).toEqual(['api_c', 'api_b', 'api_a'])
})

it('the list of API users finds by description and by name', () => {
  expect(names('PAY', 'newest')).toEqual(['api_a'])
  expect(names('_b', 'newest')).toEqual(['api_b'])
  expect(names('x', 'newest')).toEqual([])
})
