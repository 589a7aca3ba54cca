import type { BusinessMember } from '@countersign/contract/businesses.ts'
import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { ChoiceGroup, Radio } from '#web/ui/forms/checkbox.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { nameOf } from './entries.ts'

/** Who takes the documents over. Null: they stay; empty: someone, and it is not said yet who. */
export type TransferTarget = string | null

/** What becomes of the documents of who goes: asked, never decided for them. */
export function TransferChoice(props: {
  legend: ReactNode
  stay: { label: string; hint: string }
  /** Who could take them over. */
  others: readonly BusinessMember[]
  value: TransferTarget
  error: ReactNode
  onChange: (value: TransferTarget) => void
}) {
  const { others, value, onChange } = props
  const { t } = useLingui()
  const options = others.map((one) => {
    const name = nameOf(one)
    return { value: one.id, label: name ? `${name} (${one.email})` : one.email }
  })
  return (
    <ChoiceGroup legend={props.legend}>
      <Radio
        name="transfer"
        label={props.stay.label}
        hint={props.stay.hint}
        checked={value === null}
        onChange={() => onChange(null)}
      />
      <Radio
        name="transfer"
        label={t`Transfer to another member`}
        hint={t`Signature requests, drafts, templates and signer groups created since joining or transferred from another member since then. Other items stay where they are.`}
        checked={value !== null}
        disabled={others.length === 0}
        onChange={() => onChange('')}
      />
      {value !== null && (
        <div className="mt-2 ml-8 md:ml-7">
          <Select
            label={t`Transfer to`}
            value={value}
            options={[{ value: '', label: t`Choose` }, ...options]}
            error={props.error}
            onChange={(event) => onChange(event.target.value)}
          />
        </div>
      )}
    </ChoiceGroup>
  )
}
