import type { Context } from '#api/providers/context.ts'
import { Refusal } from '#api/platform/refusal.ts'
import { OutgoingRequestFailed } from '#api/providers/outgoing-requests/port.ts'

/** Why a callback can't go to this URL, judged by its text; null if it can. */
export function refuseCallbackUrl(
  { outgoingRequests }: Pick<Context, 'outgoingRequests'>,
  url: string,
): { readonly code: string; readonly message: string } | null {
  const code = outgoingRequests.refusalOf(url)
  return code && { code, message: new OutgoingRequestFailed(code).message }
}

const fields = ['callback_success_url', 'callback_error_url', 'callback_update_url'] as const
type CallbackUrls = { readonly [Field in (typeof fields)[number]]?: string | null | undefined }

/** Refuses a request by the name of each callback that could not be called: better than one that is silently never made. */
export function checkCallbackUrls(context: Pick<Context, 'outgoingRequests'>, given: CallbackUrls): void {
  const wrong = fields.flatMap((field) => {
    const url = given[field]
    const refusal = url ? refuseCallbackUrl(context, url) : null
    return refusal ? [{ field, ...refusal }] : []
  })
  if (wrong.length > 0) throw new Refusal('validation.failed', { fields: wrong })
}
