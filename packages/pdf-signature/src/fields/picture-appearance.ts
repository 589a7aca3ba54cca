import { dict, name } from '../reader/objects.ts'
import type { PdfObject, PdfRef } from '../reader/objects.ts'

const SHOWN = 'Shown'

/**
 * The entries by which a push button shows a picture. PDF/A wants the appearances of any button by state
 * (ISO 19005-2 §6.3.3); elsewhere push buttons have one and no state (ISO 32000-2 §12.7.5.2.2).
 */
export function pictureAppearance(picture: PdfRef, isArchival: boolean): [string, PdfObject][] {
  return isArchival
    ? [
        ['AP', dict({ N: dict({ [SHOWN]: picture }) })],
        ['AS', name(SHOWN)],
      ]
    : [['AP', dict({ N: picture })]]
}
