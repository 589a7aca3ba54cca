import { encodeName } from '@countersign/pdf-signature/cms/certificates/name-encoding.ts'
import { expect, test } from 'vitest'
import { namesPerson } from './names-person.ts'

const of = (givenName: string, surname: string, commonName = `${givenName} ${surname}`) => ({
  subjectName: encodeName([
    ['SN', surname],
    ['GN', givenName],
    ['CN', commonName],
  ]),
})
const anna = { givenName: 'Anna Maria', surname: 'Müller-Keller' }

test.each([
  ['as it is', of('Anna Maria', 'Müller-Keller')],
  ['without the second name', of('Anna', 'Müller-Keller')],
  ['without marks and hyphens', of('ANNA', 'MUELLER KELLER')],
  ['in one line alone', { subjectName: encodeName([['CN', 'Anna Müller Keller']]) }],
])('a certificate names a person: %s', (_, certificate) => {
  expect(namesPerson(certificate, anna)).toBe(true)
})

test.each([
  ['another family name', of('Anna', 'Keller')],
  ['another given name', of('Petra', 'Müller-Keller')],
  ['a part of a name', of('Ann', 'Müller-Keller')],
  ['a pseudonym', { subjectName: encodeName([['CN', 'Rose 7']]) }],
  ['nobody', { subjectName: encodeName([['O', 'Lindenhof AG']]) }],
])('a certificate names someone else: %s', (_, certificate) => {
  expect(namesPerson(certificate, anna)).toBe(false)
})

test.each([
  ['Çiğdem', 'Yıldız', of('CIGDEM', 'YILDIZ')],
  ['Sinéad', 'O’Brien', of('SINEAD', 'OBRIEN')],
  ['Sinéad', 'O’Brien', of('Sinead', "O'Brien")],
  ['Jean-Pierre', "D'Angelo Rossi", of('JEANPIERRE', 'DANGELO ROSSI')],
  ['Åsa', 'Åberg', of('AASA', 'AABERG')],
  ['Åsa', 'Åberg', of('Asa', 'Aberg')],
  ['Þóra', 'Guðrúnardóttir', of('THORA', 'GUDRUNARDOTTIR')],
  ['Sean', 'O’Brien', { subjectName: encodeName([['CN', 'SEAN OBRIEN']]) }],
])('%s %s is named as a passport spells it', (givenName, surname, certificate) => {
  expect(namesPerson(certificate, { givenName, surname })).toBe(true)
})

test.each([
  ['Sinéad', 'O’Brien', of('Sinéad', 'Brien')],
  ['Åsa', 'Haas', of('Åsa', 'Has')],
  ['Ann', 'Brien', of('Joann', 'Brien')],
  [
    'Anna',
    'Meier',
    {
      subjectName: encodeName([
        ['pseudonym', 'Rose'],
        ['CN', 'Anna Meier'],
      ]),
    },
  ],
])('%s %s is not named by another name, or by a pseudonym', (givenName, surname, certificate) => {
  expect(namesPerson(certificate, { givenName, surname })).toBe(false)
})

test('someone without a name is named by no certificate', () => {
  for (const surname of ['', '-'])
    for (const givenName of ['', 'Anna'])
      expect(namesPerson(of('Anna', 'Keller'), { givenName, surname })).toBe(false)
})
