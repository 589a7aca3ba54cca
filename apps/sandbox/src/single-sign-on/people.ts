import { createHash } from 'node:crypto'

/** Someone who works at the company. */
export type Employee = {
  subject: string
  email: string
  firstName: string
  lastName: string
  emailVerified: boolean
  locale?: string
}
export type NewEmployee = Omit<Employee, 'subject'> & { subject?: string }

export type People = {
  /** Remembers someone and gives them a subject that stays theirs, over restarts too. */
  add(person: NewEmployee): Employee
  bySubject(subject: string): Employee | undefined
  byEmail(email: string): Employee | undefined
  list(): Employee[]
  /** Only these work here from now on. */
  replace(people: readonly NewEmployee[]): void
}

export function openPeople(preset: readonly NewEmployee[] = company): People {
  const people = new Map<string, Employee>()
  const add = (person: NewEmployee): Employee => {
    const employee = { ...person, subject: person.subject ?? subjectOf(person.email) }
    people.set(employee.subject, employee)
    return employee
  }
  const replace = (all: readonly NewEmployee[]): void => {
    people.clear()
    for (const person of all) add(person)
  }
  replace(preset)
  return {
    add,
    replace,
    bySubject: (subject) => people.get(subject),
    byEmail: (email) =>
      [...people.values()].find((person) => person.email.toLowerCase() === email.toLowerCase()),
    list: () => [...people.values()],
  }
}

const company: NewEmployee[] = [
  { email: 'mara.steiner@company.example', firstName: 'Mara', lastName: 'Steiner', emailVerified: true },
  { email: 'luc.favre@company.example', firstName: 'Luc', lastName: 'Favre', emailVerified: true },
]

function subjectOf(email: string): string {
  return createHash('sha256').update(email.toLowerCase()).digest('base64url').slice(0, 22)
}
