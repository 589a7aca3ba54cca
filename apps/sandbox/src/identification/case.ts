import type { Outcome, ResultCode } from './outcomes.ts'

export type PartyName = 'srs' | 'intrum'
export type Applicant = {
  givenName: string
  surname: string
  email: string
  mobile: string
  language: string
  birthDate?: string
}
export type NewCase = {
  party: PartyName
  /** The customer's own. */
  order: string
  method: 'video' | 'robo' | 'autoident' | 'loc' | 'external-sc'
  applicant: Applicant
  returnUrl: string
  webhookUrl: string
}
/** Who it turned out to be. */
export type IdentifiedPerson = {
  evidenceId: string
  givenName: string
  surname: string
  birthDate: string
  nationality: string
  mobile: string
  /** Of the means of approval, as the trust services know it. */
  serialNumber: string
  document: { number: string; country: string; validUntil: string }
  at: string
}
/** At an office, which asks for the code. */
export type Appointment = { office: string; at: string; code: string }
export type Case = NewCase & {
  id: string
  appointment?: Appointment
  state: 'new' | 'started' | 'review' | 'closed'
  startedAt?: number
  result?: ResultCode
  identified?: IdentifiedPerson
  expiresAt: number
  /** How it ends that is looked at again, and when. */
  pending?: { outcome: Outcome; isDocumentExpired: boolean; at: number }
  /** Its webhooks are never sent. */
  isSilent: boolean
}
