import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'
import type { DraftSigner } from './draft.ts'
import { MoveButtons } from './move-buttons.tsx'

/** What a person's row is given, in whichever way it is drawn. */
export interface SignerProps {
  readonly signer: DraftSigner
  readonly index: number
  readonly count: number
  readonly inOrder: boolean
  /** From 0; -1 at any time. */
  readonly turn: number
  readonly color: string
  readonly move: (from: number, to: number) => void
  readonly remove: () => void
  /** Makes an element the one the row is dragged by. */
  readonly handle: object
}

export function useSignerLabel(signer: DraftSigner, index: number): string {
  const { t } = useLingui()
  const number = index + 1
  return signer.name.trim() || signer.role || t`Person ${number}`
}

/** Who it is, when they are asked, and what one does with the row. */
export function SignerHead(props: SignerProps & { label: string; children?: ReactNode }) {
  const { signer, index, turn, label } = props
  const { t } = useLingui()
  const number = turn + 1
  return (
    <div className="mb-1 flex items-center gap-2">
      <span {...props.handle} className="flex min-w-0 grow cursor-grab items-center gap-2">
        <span
          aria-hidden="true"
          className="size-3 shrink-0 rounded-full"
          style={{ background: props.color }}
        />
        <span className="min-w-0">
          <span className="block truncate text-sm font-semibold">
            {turn >= 0 && `${number}. `}
            {label} {signer.isMe && <Trans>(you)</Trans>}
          </span>
          {props.children}
        </span>
      </span>
      <MoveButtons name={label} index={index} count={props.count} move={props.move} />
      <Button
        type="text"
        color="neutral"
        size="sm"
        icon="trash"
        label={t`Remove ${label}`}
        onClick={props.remove}
      />
    </div>
  )
}
