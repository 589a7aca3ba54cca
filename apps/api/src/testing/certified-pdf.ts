import { aPki } from '@countersign/pdf-signature/cms/testing/sample-authority.ts'
import { aPdf } from '@countersign/pdf-signature/testing/pdf-builder.ts'
import { aWidget, certify } from '@countersign/pdf-signature/testing/raw-signature.ts'

/**
 * Certified by someone else, so that its fields may be filled in and signed and nothing be added: `Tenant` is a free
 * signature field, `Note` a text field.
 */
export const aCertifiedPdf = (): Buffer =>
  certify(
    aPdf({
      page: '/Annots[60 0 R 61 0 R 62 0 R]',
      objects: {
        60: `${aWidget('Certifier')}/FT/Sig>>`,
        61: `${aWidget('Tenant', '[20 20 120 60]')}/FT/Sig>>`,
        62: `${aWidget('Note', '[20 90 160 110]')}/FT/Tx/DA(/F1 9 Tf 0 g)>>`,
      },
    }),
    aPki(),
    2,
  )
