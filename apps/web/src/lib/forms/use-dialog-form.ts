import { useLingui } from '@lingui/react'
import { useEffect, useRef } from 'react'
import { useForm, type DefaultValues, type FieldPath, type FieldValues } from 'react-hook-form'
import type * as z from 'zod/mini'
import { CallError } from '#web/lib/calls/call-error.ts'
import { schemaResolver, showFieldErrors } from '#web/lib/forms/form-resolver.ts'
import type { DialogControls } from '#web/ui/dialogs/dialog-store.ts'

/** A dialog's form, checked by the contract. What was typed stays when the service refuses; its words are beside the field. */
export function useDialogForm<Values extends FieldValues>(options: {
  schema: z.ZodMiniType
  values: DefaultValues<Values>
  controls: DialogControls<Values>
  /** Words for what the service refuses in this form alone, by the refusal's code. */
  words?: Readonly<Record<string, string>>
}) {
  const { i18n } = useLingui()
  const { failure, act } = options.controls
  const form = useForm<Values>({
    defaultValues: options.values,
    resolver: schemaResolver<Values>(options.schema, i18n),
  })
  const { setError } = form
  const { words = {} } = options
  const latest = useRef(words)
  latest.current = words
  useEffect(() => {
    if (failure === null) return
    showFieldErrors(failure, setError, i18n)
    const fields = failure instanceof CallError ? failure.fields : []
    for (const { field, code } of fields) {
      const message = latest.current[code]
      if (message) setError(field.replace(/^body[./]/, '') as FieldPath<Values>, { type: 'api', message })
    }
  }, [failure, setError, i18n])
  return { form, errors: form.formState.errors, submit: form.handleSubmit((values) => act(values)) }
}
