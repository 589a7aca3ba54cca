import { isolate } from './isolate.ts'

export interface NamedPerson {
  readonly name: string
  /** Empty for a signer group, which has a name of its own. */
  readonly email: string
}

/** 'Ben' for 'Dr. Ben Ott', the whole name where two people share the first one, the address where there is no name. */
export function shortNames(people: readonly NamedPerson[]): string[] {
  const firsts = people.map(firstName)
  return people.map(({ name, email }, at) => {
    const first = firsts[at]!
    return isolate(firsts.indexOf(first) === firsts.lastIndexOf(first) ? first : name || email)
  })
}

function firstName({ name, email }: NamedPerson): string {
  if (!email || !name || name === email) return name || email
  const words = name.split(/\s+/)
  return words.find((word) => !word.endsWith('.')) ?? name
}
