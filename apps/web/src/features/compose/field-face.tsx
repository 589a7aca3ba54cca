import { Trans } from '@lingui/react/macro'

/** What a field shows: that it is a signature, and whose. */
export function FieldFace({ name }: { name: string }) {
  return (
    <span className="truncate">
      <Trans>Signature · {name}</Trans>
    </span>
  )
}

/** The signer's colour as the border and the writing, and a tint of it on the ground, so that text below does not shine through. */
export const faceStyle = (color: string) => ({
  borderColor: color,
  color,
  backgroundColor: `color-mix(in srgb, ${color} 12%, var(--color-sheet))`,
})
