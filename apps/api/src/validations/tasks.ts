import type { IntegrationAnswer } from '@countersign/pdf-signature/validation/integration-answer.ts'
import type { Task } from '#api/threads/task.ts'
import type { ValidateOrder } from './validate-thread.ts'
import type { Validated } from './validation.ts'

/** Validates a file of somebody. */
export const validateFile: Task<ValidateOrder, Validated & { answer: IntegrationAnswer }> = {
  module: new URL('./validate-thread.ts', import.meta.url),
  name: 'validateFile',
}
