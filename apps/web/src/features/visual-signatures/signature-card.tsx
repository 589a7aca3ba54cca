import type { VisualSignature } from '@countersign/contract/visual-signatures.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { SavedPreview } from './saved-preview.tsx'

export function cardId(id: string): string {
  return `signature-${id}`
}

/** A kept signature as it is on the page, and what can be done with it. */
export function SignatureCard(props: {
  signature: VisualSignature
  busy: boolean
  onEdit: () => void
  onDelete: () => void
  onMakeDefault: () => void
}) {
  const { signature } = props
  const { alias } = signature
  const { t } = useLingui()
  return (
    <li
      id={cardId(signature.id)}
      className="flex min-w-0 flex-col gap-3 rounded-sheet border border-line bg-sheet p-4"
    >
      <div className="flex min-h-6 items-center gap-2">
        <h2 className="min-w-0 grow truncate text-base font-medium" dir="auto">
          {alias}
        </h2>
        {signature.default && (
          <span className="inline-flex shrink-0 items-center gap-1 text-sm text-completed">
            <Icon name="checkCircle" size={16} />
            <Trans>Default</Trans>
          </span>
        )}
      </div>
      <div className="flex justify-center">
        <SavedPreview signature={signature} />
      </div>
      <div className="-mx-2 flex flex-wrap items-center gap-1">
        <Button type="text" size="sm" icon="draft" onClick={props.onEdit}>
          <span aria-hidden="true">
            <Trans>Edit</Trans>
          </span>
          <span className="sr-only">{t`Edit “${alias}”`}</span>
        </Button>
        {!signature.default && (
          <Button type="text" size="sm" loading={props.busy} onClick={props.onMakeDefault}>
            <span aria-hidden="true">
              <Trans>Make default</Trans>
            </span>
            <span className="sr-only">{t`Make “${alias}” the default`}</span>
          </Button>
        )}
        <Button
          type="text"
          size="sm"
          color="error"
          icon="trash"
          label={t`Delete “${alias}”`}
          onClick={props.onDelete}
          className="ml-auto"
        />
      </div>
    </li>
  )
}
