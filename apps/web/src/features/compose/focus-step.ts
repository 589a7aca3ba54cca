import type { ComposeStep } from '#web/lib/paths.ts'

/** What had the focus is gone, or the message with its button: after that is drawn, the step has it. */
export function focusStep(step: ComposeStep): void {
  window.setTimeout(() => document.getElementById(`step-${step}-title`)?.focus())
}
