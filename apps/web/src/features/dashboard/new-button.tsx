import { Trans, useLingui } from '@lingui/react/macro'
import { useRef, type Ref } from 'react'
import { documentTypes } from '#web/lib/requests/document-files.ts'
import { Button } from '#web/ui/button.tsx'

interface NewButtonProps {
  busy: boolean
  onFiles: (files: readonly File[]) => void
  /** The screen's primary action, beside everything else: one short word. */
  short?: boolean
  ref?: Ref<HTMLInputElement>
}

/** Opens the file picker. Clicking the input that `ref` points to does the same. */
export function NewButton({ busy, onFiles, short, ref }: NewButtonProps) {
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
        accept={documentTypes}
        multiple
        hidden
        aria-label={t`Choose PDFs`}
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])])
          event.target.value = ''
        }}
      />
      <Button icon="plus" loading={busy} onClick={() => own.current?.click()}>
        {short ? <Trans>New</Trans> : <Trans>Add a PDF</Trans>}
      </Button>
    </>
  )
}
