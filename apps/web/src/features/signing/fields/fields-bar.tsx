import type { SignatureRequest } from '@countersign/contract/signature-request-shapes.ts'
import { Plural, Trans } from '@lingui/react/macro'
import { useEffect, type ReactNode } from 'react'
import type { Visitor } from '#web/features/approvals/approval-calls.ts'
import { Button } from '#web/ui/button.tsx'
import { FieldEditor } from './field-editor.tsx'
import { goToMissing } from './next-field.ts'
import { useFilling } from './use-filling.ts'

/** How much is filled in and the way to the next field; once nothing is missing, the button that signs. */
export function FieldsBar(props: {
  request: SignatureRequest
  visitor: Visitor
  /** In a header: the count beside the button, and the editor below them. */
  inline?: boolean
  onDone: () => void
  /** The button that signs. */
  children: ReactNode
}) {
  const { request, visitor, inline = false } = props
  const followed = useFilling(request, visitor)
  const { total, done, filling } = followed
  useEffect(() => {
    if (!filling) return
    const save = () => document.visibilityState === 'hidden' && void filling.flush()
    document.addEventListener('visibilitychange', save)
    return () => document.removeEventListener('visibilitychange', save)
  }, [filling])
  const editor = followed.edited && <FieldEditor {...{ request, visitor, followed }} onDone={props.onDone} />
  if (editor && !inline) return editor
  const isMissing = done < total
  return (
    <div className={inline ? 'flex items-center gap-3' : 'flex flex-col gap-2'}>
      <p role="status" className="text-sm text-ink-secondary tabular-nums">
        {followed.isOffline ? (
          <Trans>No connection. Your entries are kept on this device.</Trans>
        ) : total > 0 ? (
          <Trans>
            {done} of {total} done
          </Trans>
        ) : followed.optional === 0 ? null : (
          <Plural value={followed.optional} one="# optional field" other="# optional fields" />
        )}
      </p>
      {editor && (
        <div className="absolute top-full right-4 z-30 w-72 rounded-b-sheet border border-t-0 border-line bg-sheet p-4 shadow-float print:hidden">
          {editor}
        </div>
      )}
      {!isMissing
        ? props.children
        : // The editor has a button that leads on.
          !editor && (
            <Button
              size={inline ? 'md' : 'xl'}
              block={!inline}
              icon="chevronRight"
              onClick={() => goToMissing(request, visitor)}
            >
              <Trans>Next</Trans>
            </Button>
          )}
    </div>
  )
}
