import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import type { PlacedField } from './draft.ts'
import type { Place } from './field-movement.ts'
import { withinPage } from './field-movement.ts'
import { fieldHelpId, nameOfSigner } from './field-layer.tsx'
import { SignerChip } from './signer-chip.tsx'
import { signerColor } from './signer-color.ts'
import type { Compose } from './use-compose.ts'
import type { FieldPage, Placing } from './use-placing.ts'

interface FieldsPanelProps {
  compose: Compose
  placing: Placing
  /** The page a field stands on, for its limits. */
  pageOf: (field: PlacedField) => FieldPage | undefined
}

/** The signers to place, how it is done, and the numbers of the chosen field. */
export function FieldsPanel({ compose, placing, pageOf }: FieldsPanelProps) {
  const { draft } = compose
  const { armed, arm } = placing
  useEffect(() => {
    if (!armed) return
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && arm(null)
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [armed, arm])

  if (draft.signers.length === 0) {
    return (
      <p className="text-sm text-ink-secondary">
        <Trans>Add people first, then place their signatures on the pages.</Trans>
      </p>
    )
  }
  return (
    <div className="flex flex-col gap-3">
      <p className="text-sm text-ink-secondary max-lg:hidden">
        <Trans>
          Drag a person onto a page, or click the person and then the page. A signature without a place is
          valid too: it is just not seen on the page.
        </Trans>
      </p>
      <div className="flex flex-wrap gap-2">
        {draft.signers.map((signer) => (
          <SignerChip
            key={signer.key}
            signerKey={signer.key}
            name={nameOfSigner(compose, signer.key)}
            color={signerColor(draft, signer.key)}
            placed={draft.fields.filter((field) => field.signerKey === signer.key).length}
            placing={placing}
          />
        ))}
      </div>
      <p role="status" className="text-sm font-medium text-accent empty:hidden">
        {armed && <Trans>Now click the place on the page.</Trans>}
      </p>
      {placing.chosen && (
        <FieldNumbers
          key={`${placing.chosen.signerKey}-${placing.chosen.documentId}`}
          compose={compose}
          field={placing.chosen}
          page={pageOf(placing.chosen)}
          placing={placing}
        />
      )}
      <p id={fieldHelpId} className="text-xs text-ink-secondary max-lg:sr-only">
        <Trans>
          Keys: Enter on a person places in the middle of the page. Arrows move the field by a point, with
          Shift by ten, with Alt they change its size. Delete removes it.
        </Trans>
      </p>
    </div>
  )
}

function FieldNumbers(props: {
  compose: Compose
  field: PlacedField
  page: FieldPage | undefined
  placing: Placing
}) {
  const { compose, field, page, placing } = props
  const { t } = useLingui()
  const name = nameOfSigner(compose, field.signerKey)
  const [isWide] = useState(() => window.matchMedia('(width >= 80rem)').matches)
  const labels: [keyof Place, string][] = [
    ['x', t`From the left`],
    ['y', t`From the top`],
    ['width', t`Width`],
    ['height', t`Height`],
  ]
  function change(side: keyof Place, text: string) {
    const value = Number(text)
    if (page && text !== '' && Number.isFinite(value)) {
      placing.move(field, withinPage({ ...field.place, [side]: value }, page))
    }
  }
  return (
    <details
      // On a phone the page needs the room: there the numbers are for those who open them.
      open={isWide}
      className="rounded border border-line bg-sheet px-3 pb-2"
    >
      <summary className="min-h-11 cursor-pointer py-2.5 text-sm font-semibold">
        <Trans>Signature of {name}</Trans>
      </summary>
      <div className="mt-2 grid grid-cols-2 gap-2">
        {labels.map(([side, label]) => (
          <TextField
            // Typed words stay until one is done; a field that moved shows its new numbers.
            key={`${side} ${field.place[side]}`}
            label={label}
            type="number"
            inputMode="decimal"
            step="any"
            defaultValue={field.place[side]}
            onBlur={(event) => change(side, event.target.value)}
            onKeyDown={(event) => event.key === 'Enter' && change(side, event.currentTarget.value)}
          />
        ))}
        <p className="col-span-2 text-xs text-ink-secondary">
          <Trans>In points: 72 are an inch, 28 are a centimetre.</Trans>
        </p>
      </div>
      <Button type="text" color="error" size="sm" icon="trash" onClick={() => placing.remove(field)}>
        <Trans>Remove this field</Trans>
      </Button>
    </details>
  )
}
