import type { SigningStep } from '@countersign/contract/signature-request-shapes.ts'
import { resendCode, respond } from '@countersign/contract/verification-host.ts'
import { CallError } from '#web/lib/calls/call-error.ts'
import { addressOf } from '#web/lib/calls/request.ts'
import { send } from '#web/lib/calls/send.ts'

/** Codes are given to a host of their own, at the origin of the step's page. No credential of the api goes there. */
export function giveCode(step: SigningStep, code: string): Promise<null> {
  return post(step, respond.path, JSON.stringify({ secret: code }))
}

export function sendAgain(step: SigningStep): Promise<null> {
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
