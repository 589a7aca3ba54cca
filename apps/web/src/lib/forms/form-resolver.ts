import type { I18n } from '@lingui/core'
import type { FieldErrors, FieldPath, FieldValues, Resolver, UseFormSetError } from 'react-hook-form'
import * as z from 'zod/mini'
import { describeField, describeIssue, fieldsOf } from '../errors/field-errors.ts'

/** Checks a form by the contract's own schema, in the person's language; the first problem of a field counts. */
export function schemaResolver<Values extends FieldValues>(
  schema: z.ZodMiniType,
  i18n: I18n,
): Resolver<Values> {
  return (values) => {
    const result = z.safeParse(schema, values)
    if (result.success) return { values, errors: {} }
    const errors: Record<string, unknown> = {}
    for (const issue of result.error.issues) {
      const value = valueAt(values, issue.path)
      const message = describeIssue(issue, value, i18n)
      put(errors, issue.path.map(String), { type: issue.code, message })
    }
    return { values: {}, errors: errors as FieldErrors<Values> }
  }
}

function valueAt(values: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) => (value as Record<PropertyKey, unknown> | undefined)?.[key],
    values,
  )
}

function put(errors: Record<string, unknown>, path: readonly string[], error: unknown): void {
  const [first, ...rest] = path
  if (first === undefined) return
  if (rest.length === 0) errors[first] ??= error
  else put((errors[first] ??= {}) as Record<string, unknown>, rest, error)
}

/**
 * Shows the api's field errors beside their fields and goes to the first on the page. `fieldOf` names the form's field where
 * the api's differs, or null where the form has none. Answers whether there were any.
 */
export function showFieldErrors<Values extends FieldValues>(
  failure: unknown,
  setError: UseFormSetError<Values>,
  i18n: I18n,
  fieldOf: (path: string) => string | null = (path) => path,
): boolean {
  const fields = inPageOrder(
    Object.entries(fieldsOf(failure)).flatMap(([path, code]) => {
      const field = fieldOf(path)
      return field === null ? [] : [[field, code] as const]
    }),
  )
  for (const [index, [field, code]] of fields.entries()) {
    const error = { type: 'api', message: describeField(code, i18n) }
    setError(field as FieldPath<Values>, error, { shouldFocus: index === 0 })
  }
  return fields.length > 0
}

/** The service names what it refuses in its own order; on the page another field may come first. */
function inPageOrder<Named extends readonly [field: string, code: string]>(named: readonly Named[]): Named[] {
  const shown = [...document.querySelectorAll('form [name]')].map((field) => field.getAttribute('name'))
  const placeOf = (field: string) => (shown.includes(field) ? shown.indexOf(field) : shown.length)
  return named.toSorted(([one], [other]) => placeOf(one) - placeOf(other))
}
