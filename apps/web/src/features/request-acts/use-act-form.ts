import { useLingui } from '@lingui/react'
import { useEffect } from 'react'
import { useForm, type DefaultValues, type FieldValues } from 'react-hook-form'
import type * as z from 'zod/mini'
import { schemaResolver, showFieldErrors } from '#web/lib/form-resolver.ts'
import type { DialogControls } from '#web/ui/dialog-store.ts'

/** A dialog's form, checked by the contract. What was typed stays when the service refuses; its words stand beside the field. */
export function useActForm<Values extends FieldValues>(options: {
  schema: z.ZodMiniType
  values: DefaultValues<Values>
  controls: DialogControls<Values>
}) {
  const { i18n } = useLingui()
  const { failure, act } = options.controls
  const form = useForm<Values>({
    defaultValues: options.values,
    resolver: schemaResolver<Values>(options.schema, i18n),
  })
  const { setError } = form
  useEffect(() => {
    if (failure !== null) showFieldErrors(failure, setError, i18n)
  }, [failure, setError, i18n])
  return { form, submit: form.handleSubmit((values) => act(values)) }
}
