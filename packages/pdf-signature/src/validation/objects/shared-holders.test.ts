import { describe, expect, test } from 'vitest'
import { aPki, aTimestampToken } from '../../cms/testing/sample-authority.ts'
import { joined, signAll, signField, validationData } from '../../testing/ceremony.ts'
import { aPdf, appendRevision, streamObject } from '../../testing/pdf-builder.ts'
import { sharedHolders } from '../../testing/shared-holders.ts'
import { prepareDocumentTimestamp } from '../../prepare.ts'
import { embedSignature } from '../../contents-placeholder.ts'
import { aWidget } from '../../testing/raw-signature.ts'
import { validatePdf } from '../../validate.ts'
import { addValidationData } from '../../validation-data.ts'

// Content replaced after signing by way of an object that may change: the file is prepared so that both have it.

const pki = aPki()
const policy = { anchors: [pki.root.certificate.raw], at: new Date() }

describe('an object that may change and is content as well may not', () => {
  test.each(sharedHolders().map((holder) => [holder.name, holder] as const))(
    '%s',
    (_, { base, change, isSound }) => {
      const signed = joined(signAll(base, pki))
      expect(validatePdf(signed, policy).overall).toBe(isSound ? 'TOTAL_PASSED' : 'TOTAL_FAILED')
      const { overall, signatures } = validatePdf(change(signed), policy)
      expect(overall).toBe('TOTAL_FAILED')
      for (const { indication, errors } of signatures) {
        expect(indication).toBe('TOTAL_FAILED')
        expect(errors).toContainEqual({ code: 'changed_after_signing' })
      }
    },
  )
})

describe('an object that is the part of one thing alone may still change', () => {
  const draws = '/Type/XObject/Subtype/Form/BBox[0 0 70 20]'
  const widget = '<</Type/Annot/Subtype/Widget/FT/Tx/T(Amount)/F 4/P 10 0 R/Rect[20 20 90 40]'
  const metadata = (title: string): Buffer => streamObject(`<x>${title}</x>`, '/Type/Metadata/Subtype/XML')
  // As is common: what is outside the content names pages, fields and the catalogue.
  const base = aPdf({
    page: '/Annots 70 0 R/B[71 0 R]/StructParents 0',
    catalog:
      '/AcroForm 72 0 R/Metadata 73 0 R/Outlines 74 0 R/StructTreeRoot 76 0 R/Extensions 79 0 R/OpenAction[10 0 R/Fit]/DSS 82 0 R',
    trailer: '/Info 78 0 R',
    objects: {
      60: `${widget}/V(100)/AP 61 0 R/StructParent 1/AA<</K<</S/Hide/T 60 0 R>>>>>>`,
      61: '<</N 62 0 R>>',
      62: streamObject('BT ET', draws),
      70: '[60 0 R 80 0 R]',
      71: '<</Type/Bead/P 10 0 R/R[0 0 9 9]/N 71 0 R/V 71 0 R>>',
      72: '<</Fields[60 0 R]/CO[60 0 R]>>',
      73: metadata('Draft'),
      74: '<</Type/Outlines/First 75 0 R/Last 75 0 R>>',
      75: '<</Title(One)/Parent 74 0 R/Dest[10 0 R/Fit]/SE 77 0 R>>',
      76: '<</Type/StructTreeRoot/K 77 0 R/ParentTree<</Nums[0[77 0 R]1 77 0 R]>>/ParentTreeNextKey 2>>',
      77: '<</Type/StructElem/S/Form/P 76 0 R/Pg 10 0 R/K[0<</Type/OBJR/Obj 60 0 R>>]>>',
      78: '<</Title(Draft)>>',
      79: '<</ADBE<</BaseVersion/1.7/ExtensionLevel 8>>>>',
      80: '<</Type/Annot/Subtype/Popup/Rect[0 0 9 9]/P 10 0 R/Parent 60 0 R>>',
      82: '<</Type/DSS/Certs[]>>',
    },
  })
  const signed = joined(signAll(base, pki))
  const timestamped = (): Buffer => {
    const prepared = prepareDocumentTimestamp(signed)
    return joined([signed, embedSignature(prepared, aTimestampToken(pki.timestamper, prepared.digest))])
  }

  test.each([
    ['by a counter-signature', joined([signed, signField(signed, pki, 'Second')]), 'signature_added'],
    ['by a document timestamp', timestamped(), 'document_timestamp_added'],
    [
      'by validation data',
      joined([signed, addValidationData(signed, validationData(pki))]),
      'validation_data_added',
    ],
    [
      'by filling in a form',
      appendRevision(
        signed,
        {
          60: `${widget}/V(200)/AP 61 0 R/StructParent 1/AA<</K<</S/Hide/T 60 0 R>>>>>>`,
          62: streamObject('BT ET q Q', draws),
        },
        '/Info 78 0 R',
      ),
      'form_filled',
    ],
    [
      'by metadata of an editor',
      appendRevision(signed, { 73: metadata('Final'), 78: '<</Title(Final)>>' }, '/Info 78 0 R'),
      'metadata_changed',
    ],
  ])('%s', (_, bytes, kind) => {
    const { overall, signatures } = validatePdf(bytes, policy)
    expect(signatures.flatMap(({ errors }) => errors)).toEqual([])
    expect(overall).toBe('TOTAL_PASSED')
    expect(signatures[0]?.changesAfter.map((change) => change.kind)).toContain(kind)
  })

  test('but not when a table lists it under another generation, where no reference finds it', () => {
    const offset = String(signed.indexOf('\n3 0 obj') + 1).padStart(10, '0')
    const previous = /startxref\s+(\d+)\s+%%EOF\s*$/.exec(signed.toString('latin1'))?.[1]
    const root = /\/Root (\d+ 0 R)/.exec(signed.toString('latin1'))?.[1]
    const table = `xref\n3 1\n${offset} 00001 n \ntrailer\n<</Size 900/Root ${root}/Prev ${previous}>>\n`
    const hidden = Buffer.concat([signed, Buffer.from(`${table}startxref\n${signed.length}\n%%EOF\n`)])
    expect(validatePdf(hidden, policy).overall).toBe('TOTAL_FAILED')
  })
})

test('the form may not bring fonts for texts that viewers draw by themselves', () => {
  const annotation = '<</Type/Annot/Subtype/FreeText/F 4/Rect[20 20 90 40]/Contents(100)/DA(/G 12 Tf)'
  const form = '/AcroForm<</Fields[60 0 R]/SigFlags 3'
  const fileWith = (more: string): Buffer => {
    const base = aPdf({
      page: '/Annots[60 0 R 61 0 R]',
      catalog: `${form}>>`,
      objects: { 60: `${aWidget('Anna')}/FT/Sig>>`, 61: `${annotation}${more}>>` },
    })
    const signed = joined([base, signField(base, pki, 'Anna')])
    const catalog = `<</Type/Catalog/Pages 2 0 R${form}/DR<</Font<</G 900 0 R>>>>>>>>`
    return appendRevision(signed, { 1: catalog, 900: '<</Type/Font/Subtype/Type1/BaseFont/Symbol>>' })
  }
  const appearance = '/AP<</N 3 0 R>>'
  expect(validatePdf(fileWith(''), policy).overall).toBe('TOTAL_FAILED')
  expect(validatePdf(fileWith(appearance), policy).overall).not.toBe('TOTAL_FAILED')
})
