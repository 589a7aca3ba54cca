import type { Case, NewCase, PartyName } from './case.ts'

/** What an enrolment at the party hands over. The same at each sandbox, and good nowhere else. */
export type Enrolment = { apiKey: string; webhookSecret: string }

export type Answer = { status: number; body?: unknown }

/** A party's own language: addresses, fields and signatures. What happens behind it is alike. */
export type Party = {
  name: PartyName
  /** As the pages call it. */
  title: string
  enrolment: Enrolment
  /** How an identification is ordered: the customer's number is in the address, or in the body. */
  create: { method: 'POST' | 'PUT'; path: string }
  /** With `:id`. */
  casePath: string
  isCustomer(headers: Record<string, string | string[] | undefined>): boolean
  /** Undefined where something is missing or wrong. */
  readOrder(body: unknown, order: string | undefined): NewCase | undefined
  created(made: Case, url: string): Answer
  show(found: Case): unknown
  /** With a status that the documentation does not know. */
  showUnknown(found: Case): unknown
  refusal(status: 400 | 401 | 404): unknown
  webhook(found: Case): unknown
  /** `delivery`: a number of its own where none is given. */
  sign(body: string, secret: string, delivery?: string): Record<string, string>
}
