import { fieldTypes } from '@countersign/contract/field-rules.ts'
import { useLingui } from '@lingui/react/macro'
import type { PlacementType } from '../placements/placements.ts'

export const placementTypes: readonly PlacementType[] = ['SIGNATURE', ...fieldTypes]

export function useTypeName(): (type: PlacementType) => string {
  const { t } = useLingui()
  return (type) => {
    const names: Readonly<Record<PlacementType, string>> = {
      SIGNATURE: t`Signature`,
      INITIALS: t`Initials`,
      DATE_SIGNED: t`Date signed`,
      NAME: t`Name`,
      EMAIL: t`Email`,
      TEXT: t`Text`,
      NUMBER: t`Number`,
      DATE: t`Date`,
      CHECKBOX: t`Checkbox`,
      RADIO: t`Radio group`,
      DROPDOWN: t`Dropdown`,
    }
    return names[type]
  }
}
