import type { Document } from '@countersign/contract/documents.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { withinPage } from '../placements/field-movement.ts'
import type { PropertyProps } from './property-props.ts'
import { smallestSize } from '../placements/new-placement.ts'
import type { SignerFieldContent } from './signer-fields.ts'

const optionsAtMost = 200

/** The choices. What an option is called is its value too, unless the API gave it another. */
export function FieldOptions({ field, change, error, document }: PropertyProps & { document: Document }) {
  const { t } = useLingui()
  const atLeast = field.type === 'RADIO' ? 2 : 1
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-1 text-sm font-medium">
        <Trans>Options</Trans>
      </legend>
      {field.options.map((option, index) => {
        const number = index + 1
        return (
          <div key={index} className="flex items-end gap-1">
            <div className="min-w-0 grow">
              <TextField
                label={t`Option ${number}`}
                value={option.label}
                maxLength={100}
                error={error(`options.${index}`)}
                onChange={(event) => change(renamed(field, index, event.target.value))}
              />
            </div>
            <Button
              type="text"
              color="neutral"
              size="sm"
              icon="trash"
              label={t`Remove option ${number}`}
              disabled={field.options.length <= atLeast}
              onClick={() => change(without(field, index))}
            />
          </div>
        )
      })}
      {error('options') && <p className="text-sm text-error">{error('options')}</p>}
      {field.options.length < optionsAtMost && (
        <Button
          type="secondary"
          size="sm"
          icon="plus"
          onClick={() => change(withOption(field, document, (number) => t`Option ${number}`))}
        >
          <Trans>Add option</Trans>
        </Button>
      )}
    </fieldset>
  )
}

type Change = Partial<SignerFieldContent>

function renamed({ options, value }: SignerFieldContent, index: number, label: string): Change {
  const before = options[index]
  if (!before) return {}
  const now = before.value === before.label ? label : before.value
  return {
    options: options.map((option, at) => (at === index ? { ...option, label, value: now } : option)),
    ...(value === before.value && { value: now }),
  }
}

function without({ options, value }: SignerFieldContent, index: number): Change {
  const kept = options.filter((_, at) => at !== index)
  return { options: kept, ...(!kept.some((option) => option.value === value) && { value: null }) }
}

/** The next free number; its button is below the last one. */
function withOption(
  { type, options }: SignerFieldContent,
  document: Document,
  nameOf: (number: number) => string,
): Change {
  let number = options.length + 1
  while (options.some(({ value }) => value === nameOf(number))) number += 1
  const name = nameOf(number)
  const last = options.at(-1)?.position
  const page = last && document.pages[Number(last.page)]
  const below = last && page && withinPage({ ...last, y: last.y + last.height + 8 }, page, smallestSize(type))
  const position = type === 'RADIO' && last && below ? { ...last, ...below } : null
  return { options: [...options, { value: name, label: name, position }] }
}
