import { createHash } from 'node:crypto'

export type NewSubscriber = {
  email: string
  mobile?: string
  givenName?: string
  surname?: string
  /** They approve on the phone itself, and no page is shown to them. */
  mobileId?: boolean
}
export type Subscriber = {
  email: string
  mobile: string
  givenName: string
  surname: string
  /** Of the means by which they approve: password and code, or Mobile ID. */
  serialNumber: string
}

export type Subscribers = {
  /** Anyone who is not known yet is taken for someone who has been identified as their email says. */
  byEmail(email: string, mobile?: string): Subscriber
  /** Serial number of the means of approval that belong to a number. */
  serialNumberOf(mobile: string): string
  hasMobileId(mobile: string): boolean
  set(person: NewSubscriber): Subscriber
  /** As after a lost phone or a password that was reset: the serial number changes. */
  renewMeans(mobile: string): string
}

/** The people whom the trust services know. */
export function openSubscribers(): Subscribers {
  const people = new Map<string, Subscriber>()
  const renewals = new Map<string, number>()
  const mobileIds = new Set<string>()

  const serialNumberOf = (mobile: string): string => {
    const digits = mobile.replaceAll(/\D/g, '')
    const seed = `${digits}/${renewals.get(digits) ?? 0}`
    const hash = createHash('sha256').update(seed).digest('base64url').toLowerCase().replaceAll(/[-_]/g, 'x')
    return `${mobileIds.has(digits) ? 'MIDCHE' : 'SAS01'}${hash.slice(0, 11)}`
  }
  const set = ({ email, mobile = '', givenName, surname, mobileId }: NewSubscriber): Subscriber => {
    if (mobileId) mobileIds.add(mobile.replaceAll(/\D/g, ''))
    const [first = 'Sandbox', last = 'Person'] = (email.split('@')[0] ?? '').split(/[._-]+/).filter(Boolean)
    const person = {
      email,
      mobile,
      givenName: givenName || capitalised(first),
      surname: surname || capitalised(last),
      serialNumber: serialNumberOf(mobile || email),
    }
    people.set(email.toLowerCase(), person)
    return person
  }
  return {
    byEmail: (email, mobile) => {
      const known = people.get(email.toLowerCase())
      const person = known ?? set({ email, ...(mobile === undefined ? {} : { mobile }) })
      return { ...person, serialNumber: serialNumberOf(person.mobile || person.email) }
    },
    serialNumberOf,
    hasMobileId: (mobile) => mobileIds.has(mobile.replaceAll(/\D/g, '')),
    set,
    renewMeans: (mobile) => {
      const digits = mobile.replaceAll(/\D/g, '')
      renewals.set(digits, (renewals.get(digits) ?? 0) + 1)
      return serialNumberOf(mobile)
    },
  }
}

const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)
