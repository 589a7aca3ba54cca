import type { SignatureRequest } from '@countersign/contract/signature-request-shapes.ts'
import { onTap } from '#web/features/request-actions/on-tap.ts'

/** Asks for the template's name, with what is loaded for it once someone wants to save one. */
export function saveAsTemplate(read: () => Promise<SignatureRequest>): Promise<void> {
  const load = async () => {
    const [{ withWords }, request] = await Promise.all([import('./words.ts'), read()])
    const { openSaveTemplate } = await withWords(import('./save-template.tsx'))
    return () => openSaveTemplate(request)
  }
  return onTap(load, (open) => open())
}
