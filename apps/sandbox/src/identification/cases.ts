import { randomBytes, randomInt } from 'node:crypto'
import { openCaseStore } from './case-store.ts'
import type { Subscribers } from '../trust-services/subscribers.ts'
import { isSuccess } from './outcomes.ts'
import type { Outcome } from './outcomes.ts'
import type { NewCase, IdentifiedPerson, Appointment, Case } from './case.ts'

export type Cases = {
  /** The same order again is the same case. */
  open(given: NewCase): Case
  get(id: string): Case | undefined
  start(id: string): void
  /** Books an appointment, or another in its place. */
  book(id: string, place: Omit<Appointment, 'code'>): void
  finish(id: string, outcome: Outcome, isDocumentExpired?: boolean): void
  /** Who looks at it again is done now. */
  endReview(id: string): void
  remove(id: string): void
  /** What is looked at again waits for the next start. */
  stop(): void
}

const day = 86_400_000
const lifetime = 3 * day
/** An office may have no appointment this week. */
const officeLifetime = 30 * day
const kept = 1000

/** Identifications under way. `onMove` is told of each step; a case that is looked at again ends on its own. */
export function openCases(given: {
  data: string | undefined
  subscribers: Subscribers
  onMove: (moved: Case) => void
  reviewTime?: number
}): Cases {
  const { data, subscribers, onMove, reviewTime = 20_000 } = given
  const store = openCaseStore(data)
  const cases = new Map(store.read().map((one) => [one.id, one]))
  const save = (): void => store.write([...cases.values()])
  const move = (moved: Case): void => {
    save()
    onMove(moved)
  }
  const get = (id: string): Case | undefined => {
    const found = cases.get(id)
    if (found && found.state !== 'closed' && found.expiresAt < Date.now())
      Object.assign(found, { state: 'closed', result: 'EXPIRED' })
    return found
  }
  const close = (found: Case, { code, isRenamed }: Outcome, isDocumentExpired: boolean): void => {
    found.state = 'closed'
    found.result = code
    if (isSuccess(code)) found.identified = identify(found, subscribers, isRenamed, isDocumentExpired)
    move(found)
  }
  const endReview = (id: string): void => {
    const found = cases.get(id)
    if (found?.state !== 'review' || !found.pending) return
    close(found, found.pending.outcome, found.pending.isDocumentExpired)
  }
  const timers = new Map<string, NodeJS.Timeout>()
  const endLater = ({ id, pending }: Case): void => {
    if (!pending) return
    const end = (): void => {
      timers.delete(id)
      endReview(id)
    }
    timers.set(id, setTimeout(end, Math.max(0, pending.at - Date.now())).unref())
  }
  for (const one of cases.values()) {
    if (one.state === 'review') endLater(one)
    const { identified: found, applicant } = one
    if (found) subscribers.set({ ...applicant, givenName: found.givenName, surname: found.surname })
  }
  return {
    get,
    open: (order) => {
      const known = [...cases.values()].find((one) => one.party === order.party && one.order === order.order)
      if (known) return known
      const id = randomBytes(18).toString('base64url')
      const expiresAt = Date.now() + (order.method === 'loc' ? officeLifetime : lifetime)
      const made: Case = { ...order, id, state: 'new', expiresAt, isSilent: false }
      cases.set(id, made)
      const [oldest] = cases.keys()
      if (cases.size > kept && oldest !== undefined) cases.delete(oldest)
      save()
      return made
    },
    start: (id) => {
      const found = get(id)
      if (found?.state !== 'new') return
      Object.assign(found, { state: 'started', startedAt: Date.now() })
      move(found)
    },
    book: (id, place) => {
      const found = get(id)
      if (found?.state !== 'new' && found?.state !== 'started') return
      const code = String(randomInt(1_000_000)).padStart(6, '0')
      found.appointment = { ...place, code }
      if (found.state === 'started') return save()
      Object.assign(found, { state: 'started', startedAt: Date.now() })
      move(found)
    },
    finish: (id, outcome, isDocumentExpired = false) => {
      const found = get(id)
      if (!found || found.state === 'closed') return
      if (!outcome.isReviewedFirst || found.state === 'review') {
        close(found, outcome, isDocumentExpired)
        return
      }
      found.state = 'review'
      found.pending = { outcome, isDocumentExpired, at: Date.now() + reviewTime }
      move(found)
      endLater(found)
    },
    endReview,
    remove: (id) => {
      cases.delete(id)
      save()
    },
    stop: () => {
      for (const timer of timers.values()) clearTimeout(timer)
    },
  }
}

function identify(
  { applicant }: Case,
  subscribers: Subscribers,
  isRenamed = false,
  isDocumentExpired = false,
): IdentifiedPerson {
  const { email, mobile, givenName } = applicant
  const surname = isRenamed ? `${applicant.surname}-Sandbox` : applicant.surname
  // From now on the trust services know them, and the means of approval that belongs to the number.
  const { serialNumber } = subscribers.set({ email, mobile, givenName, surname })
  const validUntil = new Date(Date.now() + (isDocumentExpired ? -10 : 3000) * day).toISOString().slice(0, 10)
  return {
    evidenceId: `EV-${randomBytes(9).toString('hex')}`,
    givenName,
    surname,
    birthDate: applicant.birthDate ?? '1985-04-12',
    nationality: 'CH',
    mobile,
    serialNumber,
    document: { number: `X${randomBytes(4).toString('hex').toUpperCase()}`, country: 'CH', validUntil },
    at: new Date().toISOString(),
  }
}
