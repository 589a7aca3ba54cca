import { useLingui } from '@lingui/react'
import { useEffect, useRef, useState } from 'react'
import type { FieldPath, FieldValues } from 'react-hook-form'
import type * as z from 'zod/mini'
import { showFieldErrors } from '#web/lib/forms/form-resolver.ts'
import { useSentForm } from '#web/lib/forms/use-sent-form.ts'

/**
 * A form that is saved on its own. It follows the account, keeps what is typed and not saved yet, guards it when the page is
 * left, and shows each refusal beside its field; `failure` is what belongs to none.
 */
export function useSectionForm<Values extends FieldValues>({
  values,
  schema,
  save,
}: {
  values: Values
  schema: z.ZodMiniType
  save: (values: Values) => Promise<unknown>
}) {
  const { i18n } = useLingui()
  const { form, failure, submit } = useSentForm<Values>({
    values,
    check: schema,
    async send(typed) {
      await save(typed)
      keepSaved(typed)
      setSaves((count) => count + 1)
    },
    place: (refusal, { setError }) =>
      showFieldErrors(refusal, setError, i18n, (path) => {
        // The api names `attributes.mobile`; the form's field is `mobile`.
        const field = path.replace(/^attributes\./, '')
        return field in values ? field : null
      }),
  })
  const { isDirty } = form.formState
  const [saves, setSaves] = useState(0)
  const latest = useRef(values)
  latest.current = values
  const account = JSON.stringify(values)
  // What came from the account is shown, unless something else is typed just now.
  useEffect(() => {
    if (!isDirty) form.reset(latest.current)
  }, [account, saves, isDirty, form])

  /** What was sent is saved; what was typed since is not. */
  function keepSaved(sent: Values) {
    const shown = form.getValues()
    form.reset(sent)
    for (const field of Object.keys(sent) as FieldPath<Values>[])
      if (shown[field] !== sent[field]) form.setValue(field, shown[field], { shouldDirty: true })
  }

  return { form, failure, submit }
}
