import { useLingui } from '@lingui/react/macro'
import type { DraftSigner } from '../drafts/draft.ts'
import type { PlacementMode } from '../placements/use-placing.ts'

/** What a person's row is given, open or closed. */
export interface SignerProps {
  readonly signer: DraftSigner
  readonly index: number
  readonly count: number
  readonly inOrder: boolean
  /** From 0; -1 at any time. */
  readonly turn: number
  readonly color: string
  readonly isArmed: boolean
  /** Some document takes new fields. */
  readonly mayPlace: boolean
  /** On how many documents they have a field. */
  readonly placed: number
  /** There is no such signer yet: they are one as soon as something is typed. */
  readonly isBlank: boolean
  readonly placing: () => PlacementMode
  readonly move: (from: number, to: number) => void
  readonly remove: () => void
  /** Opens the form, or closes it. */
  readonly toggle: () => void
  /** Makes an element the one the row is dragged by. */
  readonly handle: object
}

export function useSignerLabel(signer: DraftSigner, index: number): string {
  const { t } = useLingui()
  const number = index + 1
  return signer.name.trim() || signer.role || t`Person ${number}`
}
