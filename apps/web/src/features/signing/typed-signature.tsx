import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import { TextField } from '#web/ui/text-field.tsx'
import type { Hand } from './hands.ts'
import { fontOf, hands, loadHand } from './hands.ts'

export function TypedSignature(props: {
  name: string
  hand: Hand
  error: string | undefined
  onName: (name: string) => void
  onHand: (hand: Hand) => void
}) {
  const { t } = useLingui()
  return (
    <div className="flex flex-col gap-3">
      <TextField
        label={t`Your name`}
        value={props.name}
        error={props.error}
        maxLength={100}
        autoComplete="name"
        onChange={(event) => props.onName(event.target.value)}
      />
      <fieldset>
        <legend className="sr-only">
          <Trans>Handwriting</Trans>
        </legend>
        <div className="grid gap-2 sm:grid-cols-3">
          {hands.map((hand) => (
            <HandChoice key={hand} {...props} choice={hand} />
          ))}
        </div>
      </fieldset>
    </div>
  )
}

function HandChoice(props: { name: string; hand: Hand; choice: Hand; onHand: (hand: Hand) => void }) {
  const { name, choice } = props
  const chosen = props.hand === choice
  const [loaded, setLoaded] = useState(false)
  useEffect(() => {
    void loadHand(choice, name).then(() => setLoaded(true))
    // The name is there for the letters that are loaded first; the others follow by themselves.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [choice])
  return (
    <label
      className={classNames(
        'relative flex h-16 cursor-pointer items-center justify-center overflow-hidden rounded border px-2 sm:h-20',
        chosen ? 'border-accent bg-selected outline outline-accent' : 'border-line-field hover:bg-hover',
        'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent',
      )}
    >
      <input
        type="radio"
        name="hand"
        className="absolute inset-0 cursor-pointer opacity-0"
        aria-label={choice}
        checked={chosen}
        onChange={() => props.onHand(choice)}
      />
      <span
        aria-hidden="true"
        className={classNames('pointer-events-none whitespace-nowrap', !loaded && 'opacity-0')}
        style={{ font: fontOf(choice, name.length > 16 ? 20 : 28) }}
      >
        {name.trim() || choice}
      </span>
    </label>
  )
}
