import type { z } from 'zod/mini'
import { PaymentFailed } from './port.ts'
import type { PaymentProviderName } from './port.ts'

/** What was read, if it is of the documented form. Throws a PaymentFailed that names where it is not, and no value. */
export function readAnswer<T>(name: PaymentProviderName, shape: z.ZodMiniType<T>, answer: unknown): T {
  const result = shape.safeParse(answer)
  if (result.success) return result.data
  const [issue] = result.error.issues
  const place = issue?.path.length ? issue.path.map(String).join('.') : 'the whole'
  throw new PaymentFailed('answer_invalid', name, `its answer is not of the documented form: ${place}`)
}
