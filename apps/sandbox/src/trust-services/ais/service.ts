import { randomUUID } from 'node:crypto'
import { ownOcspResponse } from '../../pki/own-status.ts'
import { timestampToken } from '../../pki/detached-cms.ts'
import { approvalUrl } from '../approval-routes.ts'
import type { Approval, ApprovalState } from '../approvals.ts'
import type { TrustServiceContext } from '../context.ts'
import { at, textAt } from '../json.ts'
import { issuedProfile, makeSignature, statusOf } from '../make-signature.ts'
import { remember } from '../once.ts'
import { tamperingModes } from '../tampering-modes.ts'
import { claimedIdentity, CUSTOMER, profiles, readSignRequest } from './read-request.ts'
import type { SignOrder, StepUp } from './read-request.ts'
import { pending, refusals, stepUpEnds, success } from './results.ts'
import type { Result } from './results.ts'

const PROFILE = 'http://ais.swisscom.ch/1.1'

type Transaction = { order: SignOrder; stepUp: StepUp; approval: Approval; answer?: object }

export type AllInSigningService = { sign(body: unknown): object; pending(body: unknown): object }

/** All-in Signing Service. Each request is a transaction of its own: the documented ones all have the same number. */
export function openAllInSigning(context: TrustServiceContext): AllInSigningService {
  const transactions = new Map<string, Transaction>()

  const begin = (order: SignOrder, stepUp: StepUp): object => {
    const { subscribers, approvals, url } = context
    const byTelephone = subscribers.hasMobileId(stepUp.mobile)
    const isLed = order.profiles.has(profiles.redirect) && !byTelephone
    const approval = approvals.open({
      to: `+${stepUp.mobile}`,
      message: stepUp.message,
      documents: order.hashes.map(({ id }) => id),
      needsPassword: order.key?.profile.quality === 'QES' && !byTelephone,
      ...(isLed ? {} : { address: (id: string) => approvalUrl(url, { id }) }),
    })
    const responseId = randomUUID()
    remember(transactions, responseId, { order, stepUp, approval })
    return stillPending(order, responseId, isLed ? approvalUrl(url, approval) : undefined)
  }
  const conclude = (responseId: string, transaction: Transaction): object => {
    const { order, stepUp, approval } = transaction
    const state = context.approvals.get(approval.id)?.state ?? 'expired'
    if (state === 'open') {
      const isLed = order.profiles.has(profiles.redirect) && !context.subscribers.hasMobileId(stepUp.mobile)
      return stillPending(order, responseId, isLed ? approvalUrl(context.url, approval) : undefined)
    }
    if (state !== 'approved') return answerOf(endings[state], order.requestId)
    const serialNumber = context.subscribers.serialNumberOf(stepUp.mobile)
    if (stepUp.serialNumber && stepUp.serialNumber !== serialNumber)
      return answerOf(stepUpEnds.serial_number_mismatch, order.requestId)
    transaction.answer ??= signed(context, order, serialNumber)
    return transaction.answer
  }
  return {
    sign(body) {
      const order = readSignRequest(body)
      if (!('hashes' in order)) return answerOf(order, textAt(body, 'SignRequest', '@RequestID'))
      return order.stepUp ? begin(order, order.stepUp) : signed(context, order)
    },
    pending(body) {
      const inputs = at(body, 'async.PendingRequest', 'OptionalInputs')
      if (claimedIdentity(inputs)[0] !== CUSTOMER) return answerOf(refusals.unknown_customer)
      const responseId = textAt(inputs, 'async.ResponseID') ?? ''
      const transaction = transactions.get(responseId)
      return transaction ? conclude(responseId, transaction) : answerOf(refusals.unexpected_data)
    },
  }
}

const endings: Record<Exclude<ApprovalState, 'open' | 'approved'>, Result> = {
  cancelled: stepUpEnds.user_cancel,
  locked: stepUpEnds.invalid_otp,
  expired: stepUpEnds.step_up_timeout,
}

/** The form of every answer, to `pending` too. */
export function answerOf(result: Result, requestId?: string, rest: object = {}): object {
  const { major, minor, message, stepUp } = result
  return {
    SignResponse: {
      ...(requestId ? { '@RequestID': requestId } : {}),
      '@Profile': PROFILE,
      Result: {
        ResultMajor: major,
        ...(minor ? { ResultMinor: minor } : {}),
        ...(message ? { ResultMessage: { '@xml.lang': 'en', $: message } } : {}),
      },
      ...(stepUp ? { OptionalOutputs: { 'sc.StepUpAuthorisationInfo': { 'sc.Result': stepUp } } } : {}),
      ...rest,
    },
  }
}

function stillPending({ requestId }: SignOrder, responseId: string, consent: string | undefined): object {
  const info =
    consent === undefined
      ? {}
      : { 'sc.StepUpAuthorisationInfo': { 'sc.Result': { 'sc.ConsentURL': consent } } }
  return answerOf(pending, requestId, {
    OptionalOutputs: { 'async.ResponseID': responseId, ...info },
  })
}

const oneOrMany = (ders: Buffer[]): string | string[] => {
  const texts = ders.map((der) => der.toString('base64'))
  return texts.length === 1 ? (texts[0] ?? '') : texts
}

function revocationOf({ ocsps, crls }: { ocsps: Buffer[]; crls: Buffer[] }): object {
  return {
    'sc.RevocationInformation': {
      ...(crls.length > 0 ? { 'sc.CRLs': { 'sc.CRL': oneOrMany(crls) } } : {}),
      'sc.OCSPs': { 'sc.OCSP': oneOrMany(ocsps) },
    },
  }
}

function signed(context: TrustServiceContext, order: SignOrder, serialNumber?: string): object {
  if (order.isTimestamp || !order.key) return stamped(context, order)
  const { keys, faults } = context
  const { profile, name } = order.key
  const tampered = faults.take('ais', tamperingModes)
  const issued = issuedProfile(profile, tampered)
  const signer = order.person ? keys.forPerson(issued, order.person) : keys.forSeal(issued, `Sandbox ${name}`)
  const objects = order.hashes.map(({ id, algorithm, value: digest }) => {
    const toSign = { profile, digest, algorithm, withTimestamp: order.withTimestamp, tampered }
    const value = makeSignature(context, signer, toSign).toString('base64')
    return { '@WhichDocument': id, Base64Signature: { '@Type': 'urn:ietf:rfc:3369', $: value } }
  })
  return answerOf(success, order.requestId, {
    OptionalOutputs: {
      'sc.APTransID': `ID-${randomUUID()}`,
      ...(order.withRevocation ? revocationOf(statusOf(context, profile, signer)) : {}),
      ...(serialNumber
        ? { 'sc.StepUpAuthorisationInfo': { 'sc.Result': { 'sc.SerialNumber': serialNumber } } }
        : {}),
    },
    SignatureObject: signatureObject(order, objects),
  })
}

function stamped({ timeStamps }: TrustServiceContext, order: SignOrder): object {
  const now = new Date()
  const objects = order.hashes.map(({ id, algorithm, value }) => {
    const token = timestampToken(timeStamps.units.tsa, value, algorithm, now).toString('base64')
    return { '@WhichDocument': id, Timestamp: { RFC3161TimeStampToken: token } }
  })
  const status = { ocsps: [ownOcspResponse(timeStamps, timeStamps.units.tsa, now)], crls: [] }
  return answerOf(success, order.requestId, {
    ...(order.withRevocation ? { OptionalOutputs: revocationOf(status) } : {}),
    SignatureObject: signatureObject(order, objects),
  })
}

/** A batch has a list, whose order means nothing: here it is turned round, so that nobody relies on it. */
function signatureObject(
  { profiles: requested }: SignOrder,
  objects: { '@WhichDocument': string }[],
): object {
  if (requested.has(profiles.batch))
    return { Other: { 'sc.SignatureObjects': { 'sc.ExtendedSignatureObject': objects.toReversed() } } }
  const { '@WhichDocument': _which, ...single } = objects[0] ?? { '@WhichDocument': '' }
  return single
}
