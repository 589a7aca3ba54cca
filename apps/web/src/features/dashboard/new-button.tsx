import { Trans, useLingui } from '@lingui/react/macro'
import { useRef, type Ref } from 'react'
import { Button } from '#web/ui/button.tsx'

interface NewButtonProps {
  busy: boolean
  onFiles: (files: readonly File[]) => void
  /** In the header of a phone: the plus alone. */
  compact?: boolean
  ref?: Ref<HTMLInputElement>
}

/** Opens the file picker. Clicking the input that `ref` points to does the same. */
export function NewButton({ busy, onFiles, compact, ref }: NewButtonProps) {
  const { t } = useLingui()
  const own = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={(input) => {
          own.current = input
          if (typeof ref === 'object' && ref) ref.current = input
        }}
        type="file"
        accept="application/pdf,.pdf"
        multiple
        hidden
        aria-label={t`Choose PDFs`}
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])])
          event.target.value = ''
        }}
      />
      <Button icon="plus" loading={busy} onClick={() => own.current?.click()}>
        {compact ? (
          <span className="sr-only sm:not-sr-only">
            <Trans>New</Trans>
          </span>
        ) : (
          <Trans>Add a PDF</Trans>
        )}
      </Button>
    </>
  )
}
