import { enterpriseFormFaults } from '../enterprise-form/faults.ts'
import { dnsFaults } from '../dns/faults.ts'
import { idAustriaFaults, identificationFaults } from '../identification/faults.ts'
import { chargebeeFaults } from '../payment/chargebee/faults.ts'
import { lateFaults, senderFaults } from '../messages/smtp-faults.ts'
import { stripeFaults } from '../payment/stripe/faults.ts'
import { aisFaults } from '../trust-services/ais/results.ts'
import { cscFaults } from '../trust-services/csc/errors.ts'
import { mabFaults } from '../trust-services/mab/errors.ts'

const timeStampKinds = ['timeout', 'status_503', 'refused', 'bad_signature', 'wrong_imprint'] as const

/** What can go wrong with each outside party; one row a party, so that an impossible fault is refused. */
export const faultKinds = {
  tsa: timeStampKinds,
  tsa2: timeStampKinds,
  smtp: [
    'timeout',
    'refused',
    ...senderFaults,
    ...lateFaults,
    'reject_recipient',
    'temporary_failure',
    'size_limit',
  ],
  sms: ['timeout', 'status_503', 'refused', 'reject_recipient', 'temporary_failure'],
  dns: dnsFaults,
  enterprise_form: enterpriseFormFaults,
  status_page: ['timeout', 'status_503', 'refused'],
  single_sign_on: [
    'timeout',
    'status_503',
    'user_cancel',
    'unverified_email',
    'wrong_nonce',
    'expired_token',
    'wrong_audience',
    'wrong_issuer',
    'bad_signature',
  ],
  ais: aisFaults,
  csc: cscFaults,
  mab: mabFaults,
  srs: identificationFaults,
  intrum: identificationFaults,
  'id-austria': idAustriaFaults,
  chargebee: chargebeeFaults,
  stripe: stripeFaults,
} as const

export type Party = keyof typeof faultKinds
export type FaultKind = (typeof faultKinds)[Party][number]

/** `times` is how many calls are still to fail; -1 is until cleared. */
export type Fault = { party: Party; kind: FaultKind; times: number }

export type FaultBoard = {
  set(fault: Fault): void
  /** The fault the party's next call is to show, counted down, if it is one of `among`. */
  take<K extends FaultKind>(party: Party, among: readonly K[]): K | undefined
  list(): Fault[]
  clear(): void
}

/** Faults of one party come due in the order in which they were set. */
export function createFaultBoard(): FaultBoard {
  let faults: Fault[] = []
  return {
    set: (fault) => {
      faults.push({ ...fault })
    },
    take: (party, among) => {
      const next = faults.find((fault) => fault.party === party)
      const kind = among.find((candidate) => candidate === next?.kind)
      if (next === undefined || kind === undefined) return undefined
      if (next.times > 0) next.times -= 1
      if (next.times === 0) faults = faults.filter((fault) => fault !== next)
      return kind
    },
    list: () => faults.map((fault) => ({ ...fault })),
    clear: () => {
      faults = []
    },
  }
}
