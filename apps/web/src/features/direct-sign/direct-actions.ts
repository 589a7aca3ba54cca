import type { SignatureRequest } from '@countersign/contract/signature-request-shapes.ts'
import { directActions } from '#web/features/request-actions/action-calls.ts'
import { openDelegate } from '#web/features/request-actions/signers/delegate.tsx'
import { openDecline } from '#web/features/request-actions/message-action.tsx'
import type { DirectLink } from './direct-queries.ts'

interface DirectAction {
  link: DirectLink
  request: SignatureRequest
  token: (renew: boolean) => Promise<string>
}

/** Loaded once a visitor asks for it. */
export function openDirectDecline(
  { link, request, token }: DirectAction,
  onDone: (request: SignatureRequest) => void,
): void {
  openDecline({ request, run: directActions(link, token).decline, onDone })
}

export function openDirectDelegate(
  { link, request, token }: DirectAction,
  onDone: (request: SignatureRequest, email: string) => void,
): void {
  openDelegate({ request, run: directActions(link, token).delegate, onDone })
}
