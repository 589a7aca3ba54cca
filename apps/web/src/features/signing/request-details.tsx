import type { Event, SignatureRequest } from '@countersign/contract/signature-request-shapes.ts'
import { RequestHistory } from './request-history.tsx'
import { SignerPanel } from './signer-panel.tsx'

/** Who signs and what has happened. Loaded by `LazyRequestDetails`. */
export function RequestDetails(props: {
  request: SignatureRequest
  events: readonly Event[] | undefined
  failure: unknown
}) {
  return (
    <>
      <SignerPanel request={props.request} />
      <RequestHistory request={props.request} events={props.events} failure={props.failure} />
    </>
  )
}
