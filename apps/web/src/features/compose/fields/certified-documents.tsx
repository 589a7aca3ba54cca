import type { Document } from '@countersign/contract/documents.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { Notice } from '#web/ui/notices/notice.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { signsDocument } from '../drafts/draft.ts'
import type { PlacementMode } from '../placements/use-placing.ts'
import type { Compose } from '../use-compose.ts'
import { nameOfSigner } from './field-words.ts'
import { isCertified, lacksOwnField, signerOfOwnField } from './own-signature-fields.ts'

/** Who signs in which of the fields that a certified document has: one that no page shows can be chosen here alone. */
export function CertifiedDocuments(props: {
  compose: Compose
  placing: PlacementMode
  documents: readonly Document[]
}) {
  const { compose, documents } = props
  return documents.filter(isCertified).map((document) => (
    <Notice
      key={document.id}
      kind={lacksOwnField(compose.draft, document) ? 'warning' : 'info'}
      title={<Title {...document} />}
    >
      <div className="flex flex-col gap-3">
        <p>
          <Trans>It can only be signed in its own signature fields. Choose a field for each signer.</Trans>
        </p>
        {document.signature_fields
          .filter(({ signed }) => !signed)
          .map(({ name }) => (
            <OwnField key={name} {...props} document={document} name={name} />
          ))}
      </div>
    </Notice>
  ))
}

const Title = ({ name }: Pick<Document, 'name'>) => <Trans>{name} is certified</Trans>

function OwnField(props: { compose: Compose; placing: PlacementMode; document: Document; name: string }) {
  const { compose, placing, document, name } = props
  const { draft } = compose
  const { t } = useLingui()
  const field = { documentId: document.id, formField: name }
  const signers = draft.signers.filter((signer) => signsDocument(signer, document.id))
  return (
    <Select
      label={t`Who signs the PDF field “${name}”?`}
      value={signerOfOwnField(draft, field) ?? ''}
      options={[
        { value: '', label: t`No one` },
        ...signers.map(({ key }) => ({ value: key, label: nameOfSigner(compose, key) })),
      ]}
      onChange={(event) => placing.assign(field, event.target.value || null)}
    />
  )
}
