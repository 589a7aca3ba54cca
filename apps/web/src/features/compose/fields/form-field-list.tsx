import type { Document } from '@countersign/contract/documents.ts'
import type { FormFieldOfDocument } from '@countersign/contract/form-fields.ts'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Notice } from '#web/ui/notices/notice.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { randomKey } from '#web/lib/calls/random-key.ts'
import { signsDocument } from '../drafts/draft.ts'
import { FieldProperties } from './field-properties.tsx'
import { nameOfSigner } from './field-words.ts'
import { typeOfFormField, withFormField } from './form-fields.ts'
import { useTypeName } from './type-names.ts'
import type { UnsavedProperties } from './use-unsaved-properties.ts'
import type { Compose } from '../use-compose.ts'

interface ListProps {
  compose: Compose
  unsaved: UnsavedProperties
  documents: readonly Document[]
}

/** The form fields that the documents already have: each can be given to a signer. */
export function FormFieldList({ compose, documents, unsaved }: ListProps) {
  const count = documents.reduce((sum, { form_fields }) => sum + form_fields.length, 0)
  const broken = documents.filter(
    ({ form_problem }) => form_problem === 'xfa' || form_problem === 'calculated',
  )
  return (
    <>
      {broken.map(({ id, name }) => (
        <Notice key={id} kind="info" title={<Trans>No fields can be added to {name}</Trans>}>
          <Trans>Its form is dynamic or calculates values. It can be signed, but not filled in.</Trans>
        </Notice>
      ))}
      {count > 0 && (
        <details className="rounded border border-line bg-sheet px-3 pb-2">
          <summary className="min-h-11 cursor-pointer py-2.5 text-sm font-semibold">
            <Plural
              value={count}
              one="# form field in the documents"
              other="# form fields in the documents"
            />
          </summary>
          <div className="flex flex-col gap-3 pt-2">
            {documents
              .filter((document) => !broken.includes(document))
              .flatMap((document) =>
                document.form_fields.map((formField) => (
                  <FormFieldRow
                    key={`${document.id} ${formField.name}`}
                    compose={compose}
                    document={document}
                    formField={formField}
                    unsaved={unsaved}
                  />
                )),
              )}
          </div>
        </details>
      )}
    </>
  )
}

function FormFieldRow(props: {
  compose: Compose
  document: Document
  formField: FormFieldOfDocument
  unsaved: UnsavedProperties
}) {
  const { compose, document, formField, unsaved } = props
  const { draft } = compose
  const { t } = useLingui()
  const typeName = useTypeName()
  const label = formField.label || formField.name
  const given = draft.signerFields.find(
    ({ documentId, field }) => documentId === document.id && field.form_field === formField.name,
  )
  const signers = draft.signers.filter((signer) => signsDocument(signer, document.id))
  return (
    <div className="flex flex-col gap-2">
      <Select
        label={t`Who fills in “${label}”?`}
        hint={typeName(typeOfFormField(formField))}
        value={given?.signerKey ?? ''}
        options={[
          { value: '', label: t`No one` },
          ...signers.map(({ key }) => ({ value: key, label: nameOfSigner(compose, key) })),
        ]}
        onChange={(event) => {
          const signerKey = event.target.value || null
          compose.act((current) =>
            withFormField(current, { documentId: document.id, formField, signerKey }, randomKey()),
          )
        }}
      />
      {given && (
        <details>
          <summary className="min-h-6 cursor-pointer text-sm underline">
            <Trans>Properties</Trans>
          </summary>
          <FieldProperties
            key={given.field.id}
            compose={compose}
            signerField={given}
            document={document}
            typed={unsaved.of(given.field.id)}
            setTyped={(typed) => unsaved.set(given.field.id, typed)}
          />
        </details>
      )}
    </div>
  )
}
