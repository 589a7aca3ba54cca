import type { Template } from '@countersign/contract/templates.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { useRef, useState, type DragEvent } from 'react'
import { base64Of } from '#web/lib/calls/base64.ts'
import { saveFile } from '#web/lib/calls/file-name.ts'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Icon } from '#web/ui/icon.tsx'
import { TextArea } from '#web/ui/forms/text-field.tsx'
import { chosenFile, exampleTable, type GivenTable, pastedTable, tooLargeFile } from './send-state.ts'

interface TableStepProps {
  template: Template
  given: GivenTable
  onGiven: (given: GivenTable) => void
  error: string | null
}

const fileBytesAtMost = 1_000_000

/** A file, or what one copies in a spreadsheet. */
export function TableStep({ template, given, onGiven, error }: TableStepProps) {
  const { t, i18n } = useLingui()
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const { source, pasted, isTooLarge } = given
  const latest = useRef<File>(null)
  async function take(file: File | undefined) {
    if (!file) return
    latest.current = file
    if (file.size > fileBytesAtMost) return onGiven(tooLargeFile)
    const content = await base64Of(file)
    if (latest.current === file) onGiven(chosenFile(file.name, content))
  }
  function drop(event: DragEvent) {
    event.preventDefault()
    setOver(false)
    void take(event.dataTransfer.files[0])
  }
  const words = {
    email: t`Email`,
    first_name: t`First name`,
    last_name: t`Last name`,
    language: t`Language`,
  }
  const example = () => {
    const table = exampleTable(template, words, i18n.locale)
    saveFile(new File([table], `${template.name}.csv`, { type: 'text/csv' }))
  }
  const problem = isTooLarge ? t`The file is too large. Keep it under 1 MB.` : error
  return (
    <div className="flex flex-col gap-4">
      <p>
        <Trans>One row per signature request, up to 1000. The first row contains the column names.</Trans>{' '}
        <button type="button" className="min-h-6 cursor-pointer text-accent underline" onClick={example}>
          <Trans>Download empty table</Trans>
        </button>
      </p>
      <div
        className={classNames(
          'flex flex-col items-center gap-3 rounded-sheet border-2 border-dashed bg-sheet p-6 text-center',
          isOver ? 'border-accent' : 'border-line-field',
        )}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <input
          ref={input}
          type="file"
          accept=".csv,.tsv,.txt,text/csv,text/plain"
          hidden
          aria-label={t`Choose a CSV file`}
          onChange={(event) => {
            void take(event.target.files?.[0])
            event.target.value = ''
          }}
        />
        {source?.name != null && (
          <p role="status" className="flex items-center gap-2 font-medium wrap-anywhere">
            <Icon name="document" size={18} />
            {source.name}
          </p>
        )}
        <Button type="secondary" icon="upload" onClick={() => input.current?.click()}>
          {source?.name == null ? <Trans>Choose a CSV file</Trans> : <Trans>Choose another file</Trans>}
        </Button>
        <p className="text-sm text-ink-secondary">
          <Trans>or drop it here</Trans>
        </p>
      </div>
      <TextArea
        label={t`Or paste the cells from your spreadsheet here`}
        rows={6}
        spellCheck={false}
        value={pasted}
        error={problem}
        onChange={(event) => {
          latest.current = null
          onGiven(pastedTable(event.target.value))
        }}
      />
    </div>
  )
}
