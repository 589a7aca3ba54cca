import { Trans } from '@lingui/react/macro'
import { isolate } from '#web/lib/language/isolate.ts'
import type { PlacementType } from './placements.ts'
import { useTypeName } from '../fields/type-names.ts'

/** What a field shows: its type, and whose it is or how it is called. A mark is too small for words. */
export function FieldFace(props: { type?: PlacementType | undefined; text: string }) {
  const { type = 'SIGNATURE' } = props
  const name = useTypeName()(type)
  const text = isolate(props.text)
  if (type === 'CHECKBOX' || type === 'RADIO') return <span>{type === 'CHECKBOX' ? '✓' : '•'}</span>
  return (
    <span className="truncate">
      {type === 'SIGNATURE' ? (
        <Trans>Signature · {text}</Trans>
      ) : name === props.text ? (
        text
      ) : (
        <>
          {name} · {text}
        </>
      )}
    </span>
  )
}

/** The signer's colour as the border and the writing, and a tint of it on the ground, so that text below does not shine through. */
export const faceStyle = (color: string) => ({
  borderColor: color,
  color,
  backgroundColor: `color-mix(in srgb, ${color} 12%, var(--sheet))`,
})
