import {
  cancelApproval,
  checkTan,
  createPar,
  proceed,
  proceedDirect,
  reauthenticate,
  resendTan,
  startReauthentication,
} from '@countersign/contract/approvals.ts'
import type { SigningStatus, SigningStep } from '@countersign/contract/signature-request-shapes.ts'
import { getSigningStatus, sign } from '@countersign/contract/signing.ts'
import type { Language } from '@countersign/contract/values.ts'
import { writeBrowserSecret } from '#web/lib/browser/cookie.ts'
import { call } from '#web/lib/calls/api.ts'
import { CallError, isCallError } from '#web/lib/calls/call-error.ts'
import { resendCode, respond } from '@countersign/contract/verification-host.ts'
import { randomKey } from '#web/lib/calls/random-key.ts'
import { addressOf } from '#web/lib/calls/request.ts'
import { send } from '#web/lib/calls/send.ts'

/** The two ids of a link; null for who is signed in. */
export type Visitor = { readonly userId: string; readonly requestId: string } | null

type Answer = { readonly signatures: readonly SigningStatus[] }

/** The signature that waits for a code. */
export interface CodeFor {
  readonly step: SigningStep
  readonly requestId: string
  readonly signatureId: string
}

/** What a step asks of the service: for an account, or for a visitor who came by a link. */
export interface ApprovalCalls {
  status(requestId: string, signatureId: string): Promise<SigningStatus>
  proceed(id: string, pwdotp: boolean): Promise<Answer>
  cancel(id: string): Promise<Answer>
  /** With the revision that is shown: nothing else is signed. */
  reauthenticate(step: Pick<SigningStep, 'id' | 'revision'>, password: string): Promise<Answer>
  /** The picture that will be signed, PNG in base64; null where there is none. */
  picture(requestId: string, signatureId: string): Promise<string | null>
  /** To be followed in this browser: another one is refused. */
  startReauthentication(step: Pick<SigningStep, 'id' | 'revision'>): Promise<{ url: string }>
  createPar(
    at: { id: string; sigId: string },
    body: { language: Language; redirect_query_params?: string },
  ): Promise<{ url: string }>
  /** Null: given at the verification host, which tells nothing of the signature. */
  giveCode(of: CodeFor, code: string): Promise<Answer | null>
  sendAgain(step: SigningStep): Promise<Answer | null>
}

export function approvalCalls(visitor: Visitor): ApprovalCalls {
  const options = { background: true, ...(visitor && { credential: visitor }) }
  return {
    status: (id, sigId) => call(getSigningStatus, { params: { id, sigId } }, options),
    proceed: (id, pwdotp) =>
      visitor
        ? call(proceedDirect, { params: { id }, body: { pwdotp } }, options)
        : call(proceed, { params: { id }, body: { pwdotp } }, options),
    cancel: (id) => call(cancelApproval, { params: { id } }, options),
    reauthenticate: ({ id, revision }, password) =>
      call(reauthenticate, { params: { id }, body: { password, revision } }, options),
    picture: async (id, sigId) => {
      const wanted = { params: { id, sigId }, query: { picture: 'true' as const } }
      return (await call(getSigningStatus, wanted, options)).submitted?.picture ?? null
    },
    startReauthentication: ({ id, revision }) => {
      const browserSecret = randomKey() + randomKey()
      writeBrowserSecret(browserSecret)
      const body = { revision, browserSecret }
      return call(startReauthentication, { params: { id }, body }, options)
    },
    createPar: (params, body) => call(createPar, { params, body }, options),
    giveCode: ({ step, ...of }, code) =>
      or(
        () => giveCode(step, code),
        () =>
          visitor
            ? call(checkTan, { body: { tan: code } }, options)
            : call(sign, { body: { signatureRequests: [ids(of)], tan: code } }, options),
      ),
    sendAgain: (step) => or(() => sendAgain(step), visitor && (() => call(resendTan, { body: {} }, options))),
  }
}

function ids({ requestId, signatureId }: Omit<CodeFor, 'step'>) {
  return { signatureRequestId: requestId, signatureId }
}

/** The other way is for where the verification host cannot be reached. */
async function or(first: () => Promise<null>, other: (() => Promise<Answer>) | null): Promise<Answer | null> {
  try {
    return await first()
  } catch (failure) {
    if (!other || !isCallError(failure, 'network')) throw failure
    return other()
  }
}

/** Codes are given to a host of their own, at the origin of the step's page. No credential of the api goes there. */
function giveCode(step: SigningStep, code: string): Promise<null> {
  return post(step, respond.path, JSON.stringify({ secret: code }))
}

function sendAgain(step: SigningStep): Promise<null> {
  return post(step, resendCode.path)
}

async function post({ id, url }: SigningStep, path: string, body?: string): Promise<null> {
  if (!url || !URL.canParse(url))
    throw new CallError({ key: 'network', status: 0, message: 'The step names no page' })
  const answer = await send({
    method: 'POST',
    address: new URL(addressOf(path, { id }, undefined), url).href,
    headers: { accept: 'application/json' },
    body,
    signal: undefined,
    onProgress: undefined,
  })
  if (!answer.ok) throw await answer.failure()
  return null
}
