import { createHash } from 'node:crypto'
import type { Legislation } from '../pki/test-authority.ts'

export type NewSubscriber = {
  email: string
  mobile?: string
  givenName?: string
  surname?: string
  /** They approve on the phone itself, and no page is shown to them. */
  mobileId?: boolean
  /** Under which law they were identified; none is nobody has identified them. Both, unless told otherwise. */
  jurisdictions?: Legislation[]
}
export type Subscriber = {
  email: string
  mobile: string
  givenName: string
  surname: string
  /** Of the means by which they approve: password and code, or Mobile ID. */
  serialNumber: string
  /** What identifying them left behind: where it counts, and which means they approved by then. */
  evidence: { jurisdictions: readonly Legislation[]; serialNumber: string }
}

export type Subscribers = {
  /** Anyone who is not known yet is taken for someone who has been identified as their email says. */
  byEmail(email: string, mobile?: string): Subscriber
  byMobile(mobile: string): Subscriber
  /** Whether anyone was told of who has this number. */
  knows(mobile: string): boolean
  /** Serial number of the means of approval that belong to a number. */
  serialNumberOf(mobile: string): string
  hasMobileId(mobile: string): boolean
  set(person: NewSubscriber): Subscriber
  /** As after a lost phone or a password that was reset: the serial number changes. */
  renewMeans(mobile: string): string
  /** As after Mobile ID was switched on for a number that was identified with password and code. */
  activateMobileId(mobile: string): string
}

const digitsOf = (mobile: string): string => mobile.replaceAll(/\D/g, '')

/** The people whom the trust services know. */
export function openSubscribers(): Subscribers {
  const people = new Map<string, Subscriber>()
  const renewals = new Map<string, number>()
  const mobileIds = new Set<string>()

  const serialNumberOf = (mobile: string): string => {
    const digits = digitsOf(mobile)
    const seed = `${digits}/${renewals.get(digits) ?? 0}`
    const hash = createHash('sha256').update(seed).digest('base64url').toLowerCase().replaceAll(/[-_]/g, 'x')
    return `${mobileIds.has(digits) ? 'MIDCHE' : 'SAS01'}${hash.slice(0, 11)}`
  }
  const set = (given: NewSubscriber): Subscriber => {
    const { email, mobile = '', givenName, surname, mobileId } = given
    if (mobileId) mobileIds.add(digitsOf(mobile))
    const [first = 'Sandbox', last = 'Person'] = (email.split('@')[0] ?? '').split(/[._-]+/).filter(Boolean)
    const serialNumber = serialNumberOf(mobile || email)
    const person: Subscriber = {
      email,
      mobile,
      givenName: givenName || capitalised(first),
      surname: surname || capitalised(last),
      serialNumber,
      evidence: { jurisdictions: given.jurisdictions ?? ['ZERTES', 'EIDAS'], serialNumber },
    }
    people.set(email.toLowerCase(), person)
    return person
  }
  const today = (person: Subscriber): Subscriber => ({
    ...person,
    serialNumber: serialNumberOf(person.mobile || person.email),
  })
  const withMobile = (mobile: string): Subscriber | undefined =>
    [...people.values()].find((person) => person.mobile && digitsOf(person.mobile) === digitsOf(mobile))

  return {
    byEmail: (email, mobile) =>
      today(people.get(email.toLowerCase()) ?? set({ email, ...(mobile === undefined ? {} : { mobile }) })),
    byMobile: (mobile) =>
      today(withMobile(mobile) ?? set({ email: `sandbox.person@${digitsOf(mobile)}.example`, mobile })),
    knows: (mobile) => withMobile(mobile) !== undefined,
    serialNumberOf,
    hasMobileId: (mobile) => mobileIds.has(digitsOf(mobile)),
    set,
    renewMeans: (mobile) => {
      const digits = digitsOf(mobile)
      renewals.set(digits, (renewals.get(digits) ?? 0) + 1)
      return serialNumberOf(mobile)
    },
    activateMobileId: (mobile) => {
      mobileIds.add(digitsOf(mobile))
      return serialNumberOf(mobile)
    },
  }
}

const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)
