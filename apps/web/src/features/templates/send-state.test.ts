import { expect, test } from 'vitest'
import { choiceAfter, exampleTable, mappingOf, namedIn, type Choice } from './send-state.ts'
import type { TableCheck } from './template-calls.ts'

const role = { role_id: 'a', email: 0, first_name: null, last_name: null, language: null }
const choice: Choice = { roles: [role], title: 'T', message: '' }

test('is sent once every role has the column of its email, and the requests a title', () => {
  expect(mappingOf(choice)).toEqual({ roles: [role], title: 'T', message: '' })
  expect(mappingOf({ ...choice, roles: [role, { ...role, email: null }] })).toBeNull()
  expect(mappingOf({ ...choice, title: '  ' })).toBeNull()
})

test('names the columns that are in a text', () => {
  expect(namedIn('Flat {{ Flat }}, {{City}} {{}} {x} {{a{b}}')).toEqual(['Flat', 'City'])
})

test('what was chosen stays while the columns do', () => {
  const checked = {
    columns: [{ name: 'x', sample: '' }],
    mapping: { roles: [], title: 'guessed', message: '' },
  } as unknown as TableCheck
  expect(choiceAfter(checked, choice, ['x'])).toBe(choice)
  expect(choiceAfter(checked, choice, ['y']).title).toBe('guessed')
  expect(choiceAfter(checked, null, []).title).toBe('guessed')
})

test('the example names the columns of each role, and no cell breaks out of its quotes', () => {
  const words = { email: 'Email', first_name: 'First', last_name: 'Last', language: 'Language' }
  const roles = (names: string[]) =>
    ({
      roles: names.map((name) => ({ id: name, name, sequence: -1, notify: true, place_count: 0 })),
    }) as never
  expect(exampleTable(roles(['Tenant']), words)).toBe('\uFEFF"Email";"First";"Last";"Language"\r\n')
  expect(exampleTable(roles(['A "x"', 'B']), words)).toContain('"A ""x"" Email";')
})
