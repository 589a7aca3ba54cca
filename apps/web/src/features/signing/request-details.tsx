import type { Event, SignatureRequest } from '@countersign/contract/signature-request-shapes.ts'
import type { ReactNode } from 'react'
import { RequestHistory } from './history/request-history.tsx'
import { SignerPanel } from './signers/signer-panel.tsx'

/** Who signs and what has happened. Loaded by `LazyRequestDetails`. */
export function RequestDetails(props: {
  request: SignatureRequest
  events: readonly Event[] | undefined
  failure: unknown
  /** Of the account holder who looks at it. */
  ownName?: string
  /** What the owner may do about one signer. */
  actionsFor?: (signature: SignatureRequest['signatures'][number]) => ReactNode
  /** Shown between who signs and what has happened. */
  extras?: ReactNode
}) {
  return (
    <>
      <SignerPanel
        request={props.request}
        events={props.events ?? []}
        ownName={props.ownName}
        {...(props.actionsFor && { actionsFor: props.actionsFor })}
      />
      {props.extras}
      <RequestHistory request={props.request} events={props.events} failure={props.failure} />
    </>
  )
}
