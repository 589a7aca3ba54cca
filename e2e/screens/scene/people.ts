import * as factors from '@countersign/contract/second-factors.ts'
import { TOTP } from 'otpauth'
import type { Person } from '../../../apps/api/src/testing/caller.ts'
import type { Product } from '../../../apps/api/src/testing/product.ts'

/** The people that the pictures show: the same names each time. */

export const mara = { email: 'mara.lindt@example.org', firstName: 'Mara', lastName: 'Lindt' }
export const luc = { email: 'luc.favre@example.org', firstName: 'Luc', lastName: 'Favre' }
export const chiara = { email: 'chiara.rossi@example.org', firstName: 'Chiara', lastName: 'Rossi' }
export const ben = { email: 'ben.ott@example.org', firstName: 'Ben', lastName: 'Ott' }

let last = 0

/** A new person with that name, without any signature requests. */
export function someone(firstName: string, lastName: string) {
  last += 1
  return { email: `${firstName}.${lastName}${last}@example.org`.toLowerCase(), firstName, lastName }
}

/** Someone whose sign-in takes a code of an app. */
export async function aCarefulPerson(product: Product): Promise<Person> {
  const person = await product.person({
    firstName: 'Noah',
    lastName: 'Brunner',
    email: 'noah.brunner@example.org',
  })
  const { id, secret } = await product.call(
    factors.startTotp,
    { body: { password: person.password } },
    person.as,
  )
  await product.call(
    factors.confirmTotp,
    { params: { id }, body: { code: new TOTP({ secret }).generate() } },
    person.as,
  )
  return person
}
