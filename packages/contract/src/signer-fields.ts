import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { fieldTypes, labelAtMost, optionsAtMost, textPatterns, valueAtMost } from './field-rules.ts'
import { Position } from './positions.ts'
import { Id, Instant, line } from './values.ts'

/** Signer fields: what a signer fills in beside the signature. Each is a form field of the PDF, under the signer's signature. */

export const fieldsAtMost = 500

export const FieldType = z.enum(fieldTypes)

/** What a TEXT accepts. A phone is E.164 (`+41791234567`), a date ISO 8601 (`2026-11-27`), a number plain (`-1234.5`). */
export const TextPattern = z.enum(textPatterns)

/** Unique among the fields of a request; part of the form field's name in the PDF. Values are kept by it, in JSON objects. */
export const FieldId = z.string().check(
  z.maxLength(64),
  z.regex(/^[A-Za-z0-9_-]+$/, 'Letters, digits, “-” and “_” only'),
  z.refine((id) => !(id in Object.prototype), {
    error: 'This word is reserved. Choose another id, such as “field-1”',
    params: { code: 'reserved' },
  }),
)

/**
 * Machine-readable, whatever the page shows: CHECKBOX a boolean, RADIO and DROPDOWN the `value` of an option, NUMBER plain
 * with a decimal point, DATE as ISO 8601, all others the text as typed.
 */
export const FieldValue = z.union([
  z.boolean(),
  z.string().check(
    z.maxLength(valueAtMost),
    // oxlint-disable-next-line no-control-regex -- control characters are what is being refused
    z.regex(/^[^\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F\u202A-\u202E\u2066-\u2069\p{Cs}]*$/u),
  ),
])

const option = {
  value: line(100, 1),
  label: line(200, 1),
  /** RADIO: where its button is. */
  position: z.optional(z.nullable(Position)),
}

/**
 * A field as the sender defines it. It has a `position`, or is a `form_field` that the document already has; the buttons of
 * a RADIO have a position each, in its `options`.
 */
export const SignerField = z.object({
  id: z.optional(FieldId),
  type: FieldType,
  label: line(labelAtMost, 1),
  /** A signer can't sign without it. CHECKBOX: it has to be ticked. DATE_SIGNED is always filled in. */
  required: z._default(z.boolean(), false),
  /** The signer can't change the prefilled value. NAME, EMAIL and INITIALS: without one it is the signer's own. */
  read_only: z._default(z.boolean(), false),
  /** Prefilled. */
  value: z.optional(z.nullable(FieldValue)),
  /** Points; null: as the field's height allows. */
  font_size: z.optional(z.nullable(z.number().check(z.minimum(4), z.maximum(72)))),
  tooltip: z.optional(z.nullable(line(200))),
  alignment: z._default(z.enum(['left', 'center', 'right']), 'left'),
  /** TEXT alone, as the next three; text of another type in a `form_field` has the length of that. */
  multiline: z._default(z.boolean(), false),
  max_length: z.optional(z.nullable(z.int().check(z.minimum(1), z.maximum(valueAtMost)))),
  /** One box for each of `max_length` characters, of which there are 500 at most. */
  comb: z._default(z.boolean(), false),
  pattern: z.optional(z.nullable(TextPattern)),
  position: z.optional(z.nullable(Position)),
  form_field: z.optional(z.nullable(z.string().check(z.minLength(1), z.maxLength(500)))),
  /** RADIO and DROPDOWN; of an existing form field they are the document's own where left out. A dropdown of the document shows its
   * own labels. */
  options: z._default(z.array(z.object(option)).check(z.maxLength(optionsAtMost)), []),
})
export type SignerField = z.infer<typeof SignerField>
export type SignerFieldInput = z.input<typeof SignerField>

/** The same as a request shows it. */
export const SignerFieldOfRequest = z.object({
  id: FieldId,
  type: FieldType,
  label: z.string(),
  required: z.boolean(),
  read_only: z.boolean(),
  /**
   * Until the signer has signed: the prefilled value, to the owner and that signer. After that what was signed, to all who
   * see the request.
   */
  value: z.nullable(FieldValue),
  /** Only for the signer, until they have signed: what they have saved so far. Omitted if that is nothing. */
  input: z.optional(z.nullable(FieldValue)),
  /**
   * Only for the signer, until they have signed, of a NAME, EMAIL or INITIALS without a prefilled value: what it is filled in
   * with. Omitted if that isn't known yet.
   */
  own_value: z.optional(z.nullable(FieldValue)),
  font_size: z.nullable(z.number()),
  tooltip: z.nullable(z.string()),
  alignment: z.enum(['left', 'center', 'right']),
  multiline: z.boolean(),
  max_length: z.nullable(z.int()),
  comb: z.boolean(),
  pattern: z.nullable(TextPattern),
  position: z.nullable(Position),
  form_field: z.nullable(z.string()),
  options: z.array(z.object({ value: z.string(), label: z.string(), position: z.nullable(Position) })),
})
export type SignerFieldOfRequest = z.infer<typeof SignerFieldOfRequest>

/** Values by field. Null resets a field to its prefilled value. An empty text leaves it empty. */
export const FieldInput = z
  .array(z.object({ id: FieldId, value: z.nullable(FieldValue) }))
  .check(z.maxLength(fieldsAtMost))
export type FieldInput = z.infer<typeof FieldInput>

export const saveFieldInput = endpoint({
  name: 'saveFieldInput',
  method: 'PUT',
  path: '/v3/signature-requests/{id}/signatures/{sigId}/fields',
  summary:
    'Save what a signer has filled in so far. Fields that are not named keep their value; required fields may be empty until signing.',
  credential: 'user-or-direct',
  params: z.object({ id: Id, sigId: Id }),
  body: z.object({ fields: FieldInput.check(z.minLength(1)) }),
  output: z.object({
    /** All that is saved now. */
    fields: z.array(z.object({ id: FieldId, value: FieldValue })),
    updated_at: Instant,
  }),
  errors: [
    'not_found',
    'auth.link_invalid',
    'validation.failed',
    'request.not_open',
    'signature.not_in_turn',
    'signature.already_signed',
    'signature.taken_by_member',
  ],
})
