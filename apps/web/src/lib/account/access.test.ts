import { describe, expect, it } from 'vitest'
import { admits, everyone, roles, type Access, type Role } from './access.ts'

const table: [string, Access, readonly Role[]][] = [
  ['a page for everybody', everyone, roles],
  ['a page before signing in', { roles: ['unauthenticated'] }, roles],
  ['a direct-sign page', { roles: ['nas'] }, ['nas', 'user', 'member', 'admin']],
  ['a page of an account', { roles: ['user'] }, ['user', 'member', 'admin']],
  ['a page of members', { roles: ['member'] }, ['member', 'admin']],
  ['a page of admins', { roles: ['admin'] }, ['admin']],
  ['a strict page of a personal account', { roles: ['user'], strict: true }, ['user']],
  ['a strict page of two roles', { roles: ['user', 'admin'], strict: true }, ['user', 'admin']],
]

describe('who may open a route', () => {
  it.each(table)('%s', (_, access, admitted) => {
    expect(roles.filter((role) => admits(access, role))).toEqual(admitted)
  })
})
