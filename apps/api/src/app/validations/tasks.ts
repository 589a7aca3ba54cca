import type { IntegrationAnswer } from '@countersign/pdf-signature/validation/reports/integration-answer.ts'
import type { Task } from '#api/platform/threads/task.ts'
import type { CompareOrder, CompareTurn } from './compare-thread.ts'
import type { ExaminationResult, ValidateOrder, VerdictOrder } from './validate-thread.ts'
import type { ValidationResult } from './validation.ts'

const validateThread = new URL('./validate-thread.ts', import.meta.url)

/** Validates a file of someone, as far as its bytes tell. */
export const validateFile: Task<ValidateOrder, ExaminationResult> = {
  module: validateThread,
  name: 'validateFile',
}

/** What it comes to with what the images of its pages show. */
export const concludeValidation: Task<VerdictOrder, ValidationResult & { answer: IntegrationAnswer }> = {
  module: validateThread,
  name: 'concludeValidation',
}

/** Compares images of pages; for a thread that renders. */
export const comparePages: Task<CompareOrder, CompareTurn> = {
  module: new URL('./compare-thread.ts', import.meta.url),
  name: 'comparePages',
}
