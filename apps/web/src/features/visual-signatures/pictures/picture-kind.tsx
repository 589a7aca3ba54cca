import type { VisualSignature, VisualSignatureKind } from '@countersign/contract/visual-signatures.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { FieldError } from '#web/ui/forms/field.tsx'
import { Tabs, tabId } from '#web/ui/tabs.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { useProblemWords } from '../content-fields.tsx'
import { pictureSource, type Draft } from '../draft.ts'
import { fontFor } from '../handwriting/handwriting-fonts.ts'
import type { Problems } from '../problems.ts'
import { SignaturePad } from '../handwriting/signature-pad.tsx'
import { FontChoice } from '../handwriting/typed-signature.tsx'
import { UploadSignature } from './upload-signature.tsx'

const panel = 'picture-panel'

interface PictureKindProps {
  draft: Draft
  existing: VisualSignature | null
  problems: Problems
  onChange: (part: Partial<Draft>) => void
}

/** The name, and its picture: drawn, typed, a photograph, or none. */
export function PictureKind(props: PictureKindProps) {
  const { draft, problems, onChange } = props
  const { t } = useLingui()
  const words = useProblemWords()
  const kinds: { value: VisualSignatureKind; label: string }[] = [
    { value: 'typed', label: t({ message: 'Type', context: 'by keyboard' }) },
    { value: 'drawn', label: t`Draw` },
    { value: 'uploaded', label: t`Upload` },
    { value: 'text', label: t`Name only` },
  ]
  const missing = {
    drawn: t`Draw your signature first.`,
    uploaded: t`Choose an image first.`,
    typed: undefined,
    text: undefined,
  }[draft.kind]
  const error = problems.picture === 'missing' ? missing : words(problems.picture)
  return (
    <>
      <TextField
        label={t`Name`}
        autoComplete="name"
        dir="auto"
        maxLength={200}
        value={draft.name}
        error={words(problems.name)}
        onChange={(event) => onChange({ name: event.target.value })}
      />
      <div>
        <Tabs
          label={t`Signature type`}
          value={draft.kind}
          tabs={kinds}
          onChange={(kind) => onChange({ kind })}
          panelId={panel}
        />
        <div
          id={panel}
          role="tabpanel"
          aria-labelledby={tabId(panel, draft.kind)}
          className="pt-4 outline-none md:min-h-64"
          {...(error && { 'data-problem': true, tabIndex: -1 })}
        >
          <KindPanel {...props} />
          <FieldError id={panel} error={error} />
        </div>
      </div>
    </>
  )
}

function KindPanel({ draft, existing, onChange }: PictureKindProps) {
  const isUnchanged = pictureSource(draft, existing) === 'as-kept'
  if (draft.kind === 'drawn') {
    return (
      <>
        <SignaturePad ink={draft.ink} onChange={(ink) => onChange({ ink })} />
        {isUnchanged && (
          <p className="mt-1 text-sm text-ink-secondary">
            <Trans>Your current drawing is kept until you draw a new one.</Trans>
          </p>
        )}
      </>
    )
  }
  if (draft.kind === 'typed') {
    return (
      <>
        <FontChoice
          name={draft.name}
          font={isUnchanged ? null : fontFor(draft.name, draft.font)}
          onFont={(font) => onChange({ font })}
        />
        {isUnchanged && (
          <p className="mt-2 text-sm text-ink-secondary">
            <Trans>Your current handwriting is kept until you choose another one or change the name.</Trans>
          </p>
        )}
      </>
    )
  }
  if (draft.kind === 'uploaded')
    return <UploadSignature draft={draft} isUnchanged={isUnchanged} onChange={onChange} />
  return (
    <p className="text-ink-secondary">
      <Trans>Your name in plain text, without an image.</Trans>
    </p>
  )
}
