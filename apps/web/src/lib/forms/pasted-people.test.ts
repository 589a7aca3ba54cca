import { expect, it } from 'vitest'
import { readPastedPeople } from './pasted-people.ts'

const anna = { name: 'Anna Keller', email: 'anna@example.org' }
const ben = { name: 'Ben Ott', email: 'ben@example.org' }
const nameless = { name: '', email: 'carla@example.org' }

it.each([
  ['as in a mail', 'Anna Keller <anna@example.org>; Ben Ott <ben@example.org>', [anna, ben]],
  [
    'with commas',
    'Anna Keller <anna@example.org>, carla@example.org, Ben Ott <ben@example.org>',
    [anna, nameless, ben],
  ],
  ['one on each line', 'Anna Keller <anna@example.org>\r\ncarla@example.org\n\n', [anna, nameless]],
  ['in two columns', 'Anna Keller\tanna@example.org\nBen Ott\tben@example.org', [anna, ben]],
  ['in two columns, the email first', 'anna@example.org\tAnna Keller\nben@example.org;Ben Ott', [anna, ben]],
  ['in three columns', 'Anna\tKeller\tanna@example.org', [anna]],
  ['parted by a comma alone', 'Anna Keller, anna@example.org\nBen Ott anna@example.org', [anna]],
  [
    'with the family name first',
    '"Keller, Anna" <anna@example.org>; Ott, Ben <ben@example.org>',
    [anna, ben],
  ],
  ['as links', 'Anna Keller <mailto:anna@example.org>', [anna]],
  ['with the email in place of a name', '"carla@example.org" <carla@example.org>', [nameless]],
  ['with a website in place of a name', 'www.example.org\tcarla@example.org', [nameless]],
  ['twice', 'anna@example.org\nAnna Keller <ANNA@example.org>', [{ ...anna, email: 'ANNA@example.org' }]],
])('the paste reads people %s', (_, list, people) => {
  expect(readPastedPeople(list)).toEqual({ people, wrong: [] })
})

it('the paste names what is wrong and keeps the rest', () => {
  expect(
    readPastedPeople('Anna Keller <anna@example.org>\nBen Ott <ben@example>\nCarla\nDino, dino@x'),
  ).toEqual({
    people: [anna],
    wrong: ['Ben Ott <ben@example>', 'Carla', 'Dino, dino@x'],
  })
  expect(readPastedPeople('')).toEqual({ people: [], wrong: [] })
})

it.each(['carla@example.org, ben@@example.org', 'ben@@example.org; carla@example.org'])(
  'a mistyped email is wrong, and not the name of the person beside it: %s',
  (list) => {
    expect(readPastedPeople(list)).toEqual({ people: [nameless], wrong: ['ben@@example.org'] })
  },
)

it('the paste reads nobody from nothing', () => {
  expect(readPastedPeople(' \n')).toEqual({ people: [], wrong: [] })
})

it('the paste gets through a long text that is no list', () => {
  const list = `${'a '.repeat(50_000)}\n${'"<'.repeat(50_000)}`
  expect(readPastedPeople(list).people).toEqual([])
})
