import { useLingui } from '@lingui/react'
import { useState } from 'react'
import {
  useForm,
  type DefaultValues,
  type FieldValues,
  type Resolver,
  type UseFormReturn,
} from 'react-hook-form'
import type * as z from 'zod/mini'
import { schemaResolver, showFieldErrors } from './form-resolver.ts'
import { useLeaveGuard } from './use-leave-guard.ts'
import type { LeaveQuestion } from '#web/ui/dialogs/leave-question.tsx'

interface SentForm<Values extends FieldValues> {
  values: Values
  /** What is checked before it is sent: a schema, as the contract has it, or a resolver where one field is judged apart. */
  check: z.ZodMiniType | Resolver<Values>
  send: (values: Values, form: UseFormReturn<Values>) => unknown
  /** True: it has shown this refusal beside a field. False: the refusal belongs to none. Undefined: as the api names it. */
  place?: (refusal: unknown, form: UseFormReturn<Values>) => boolean | undefined
  /** False where nothing is lost by leaving the page. */
  guarded?: boolean
  /** Other words than the common ones for who leaves with changes. */
  question?: LeaveQuestion
}

/**
 * A form of a page: it keeps what is typed, checks it, asks before the page is left with it, sends it, and shows each
 * refusal beside its field; `failure` is what belongs to none.
 */
export function useSentForm<Values extends FieldValues>(options: SentForm<Values>) {
  const { values, check, send, place, guarded = true, question } = options
  const { i18n } = useLingui()
  const [failure, setFailure] = useState<unknown>(null)
  const form = useForm<Values>({
    defaultValues: values as DefaultValues<Values>,
    resolver: typeof check === 'function' ? check : schemaResolver<Values>(check, i18n),
  })
  const { errors, isDirty, isSubmitting } = form.formState
  // The form itself may navigate away after it was sent.
  useLeaveGuard(guarded && isDirty && !isSubmitting, question)

  const submit = form.handleSubmit(async (typed) => {
    setFailure(null)
    try {
      await send(typed, form)
    } catch (refusal) {
      if (!(place?.(refusal, form) ?? showFieldErrors(refusal, form.setError, i18n))) setFailure(refusal)
    }
  })
  return {
    form,
    errors,
    failure,
    isSubmitting,
    submit: (event: { preventDefault: () => void }) => void submit(event as never),
  }
}
