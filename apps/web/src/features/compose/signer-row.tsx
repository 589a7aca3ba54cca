import { useLingui } from '@lingui/react/macro'
import { Button } from '#web/ui/button.tsx'
import type { SignerProps } from './signer-head.tsx'
import { GroupSize } from './group-size.tsx'
import { SignerHead, useSignerLabel } from './signer-head.tsx'

/** One person of many on a line; the form opens where something is to be changed. */
export function SignerRow({ open, ...props }: SignerProps & { open: () => void }) {
  const { t } = useLingui()
  const label = useSignerLabel(props.signer, props.index)
  return (
    <div
      role="group"
      aria-label={label}
      className="flex items-center rounded border border-line bg-sheet pl-3"
    >
      <div className="min-w-0 grow">
        <SignerHead {...props} label={label}>
          <span className="block truncate text-xs text-ink-secondary">
            {props.signer.group ? <GroupSize count={props.signer.group.memberCount} /> : props.signer.email}
          </span>
        </SignerHead>
      </div>
      <Button type="text" color="neutral" size="sm" icon="draft" label={t`Change ${label}`} onClick={open} />
    </div>
  )
}
