import { useLingui } from '@lingui/react/macro'
import { Checkbox } from '#web/ui/forms/checkbox.tsx'
import { FieldError } from '#web/ui/forms/field.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { useId } from 'react'
import { type DraftSigner, signsDocument } from '../drafts/draft.ts'

export interface DraftDocument {
  readonly id: string
  readonly name: string
}

/** Which documents this person signs: all of them, or those that are chosen. The others they can read. */
export function SignedDocuments(props: {
  signer: DraftSigner
  documents: readonly DraftDocument[]
  documentsProblem: string | undefined
  choose: (signs: readonly string[] | null) => void
}) {
  const { signer, documents, choose } = props
  const { t } = useLingui()
  const id = useId()
  const ids = documents.map((document) => document.id)
  const signed = ids.filter((one) => signsDocument(signer, one))
  const toggle = (documentId: string, isSigned: boolean) =>
    choose(ids.filter((one) => (one === documentId ? isSigned : signed.includes(one))))
  return (
    <>
      <Select
        label={t`Documents to sign`}
        value={signer.signs === null ? 'all' : 'some'}
        options={[
          { value: 'all', label: t`All documents` },
          { value: 'some', label: t`Selected documents` },
        ]}
        onChange={(event) => choose(event.target.value === 'all' ? null : ids)}
      />
      {signer.signs !== null && (
        <fieldset aria-describedby={`${id}-error`} className="flex flex-col gap-1 wrap-anywhere">
          <legend className="sr-only">{t`Documents to sign`}</legend>
          {documents.map((document) => (
            <Checkbox
              key={document.id}
              label={<bdi>{document.name}</bdi>}
              checked={signed.includes(document.id)}
              onChange={(event) => toggle(document.id, event.target.checked)}
            />
          ))}
          <FieldError id={id} error={props.documentsProblem && t`Select at least one document.`} />
        </fieldset>
      )}
    </>
  )
}
