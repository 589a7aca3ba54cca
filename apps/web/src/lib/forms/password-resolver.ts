import type { I18n } from '@lingui/core'
import type { FieldErrors, Resolver } from 'react-hook-form'
import type * as z from 'zod/mini'
import { describeField } from '../errors/field-errors.ts'
import { schemaResolver } from './form-resolver.ts'
import { passwordProblem } from './password-strength.ts'

/** As `schemaResolver`, and a password that breaks a rule is named together with whatever else is not right yet. */
export function passwordResolver<Values extends { password: string }>(
  schema: z.ZodMiniType,
  personal: (values: Values) => readonly string[],
  i18n: I18n,
): Resolver<Values> {
  const bySchema = schemaResolver<Values>(schema, i18n)
  return async (values, context, options) => {
    const result = await bySchema(values, context, options)
    const problem = passwordProblem(values.password, personal(values))
    if (problem === null || 'password' in result.errors) return result
    const password = { type: problem, message: describeField(problem, i18n) }
    return { values: {}, errors: { ...result.errors, password } as FieldErrors<Values> }
  }
}
