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
  /** In a header: the count beside the button. */
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
  if (!inline && followed.edited !== null)
    return <FieldEditor {...{ request, visitor, followed }} onDone={props.onDone} />
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
        ) : (
          <Plural value={followed.optional} one="# optional field" other="# optional fields" />
        )}
      </p>
      {isMissing ? (
        <Button
          size={inline ? 'md' : 'xl'}
          block={!inline}
          icon="chevronRight"
          onClick={() => goToMissing(request, visitor)}
        >
          <Trans>Next</Trans>
        </Button>
      ) : (
        props.children
      )}
    </div>
  )
}
