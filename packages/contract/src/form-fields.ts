import * as z from 'zod/mini'
import { Position } from './positions.ts'

/** A form field that an uploaded document already has, to be given to a signer as a field of a type that fits its kind. */
export const FormFieldOfDocument = z.object({
  name: z.string(),
  type: z.enum(['TEXT', 'CHECKBOX', 'RADIO', 'DROPDOWN']),
  label: z.string(),
  required: z.boolean(),
  value: z.nullable(z.union([z.boolean(), z.string()])),
  multiline: z.boolean(),
  comb: z.boolean(),
  max_length: z.nullable(z.int()),
  /** What the text is formatted as; null: anything. */
  format: z.nullable(z.enum(['date', 'number'])),
  options: z.array(z.object({ value: z.string(), label: z.string() })),
  /** Of a RADIO one for each option, in their order. */
  positions: z.array(Position),
})
export type FormFieldOfDocument = z.infer<typeof FormFieldOfDocument>
