import { Trans, useLingui } from '@lingui/react/macro'
import { Menu } from '#web/ui/menu.tsx'
import { GroupSize } from './group-size.tsx'
import { PlaceHandle } from '../placements/place-handle.tsx'
import { type SignerProps, useSignerLabel } from './signer-props.ts'

/** One person on one line: who it is, the handle that places their field, and what one does with them. */
export function SignerLine(props: SignerProps & { isOpen: boolean }) {
  const { signer, index, isOpen } = props
  const label = useSignerLabel(signer, index)
  return (
    <div className="flex h-11 items-center gap-1">
      <span {...props.handle} className="flex min-w-0 grow cursor-grab items-center gap-2 pl-3">
        <span
          aria-hidden="true"
          className="size-3 shrink-0 rounded-full"
          style={{ background: props.color }}
        />
        {props.isBlank ? (
          <span dir="auto" className="truncate text-sm font-semibold">
            {label}
          </span>
        ) : (
          <button
            type="button"
            aria-expanded={isOpen}
            onClick={props.toggle}
            className="flex h-11 min-w-0 grow cursor-pointer flex-col justify-center text-left"
          >
            <Who {...props} label={label} />
          </button>
        )}
      </span>
      {!props.isBlank && (
        <>
          {props.mayPlace && (
            <PlaceHandle
              name={signer.name.trim() || signer.email.trim() || label}
              color={props.color}
              signerKey={signer.key}
              isArmed={props.isArmed}
              placed={props.placed}
              placing={props.placing}
            />
          )}
          <RowMenu {...props} label={label} />
        </>
      )}
    </div>
  )
}

function Who({ signer, turn, isOpen, label }: SignerProps & { isOpen: boolean; label: string }) {
  const number = turn + 1
  return (
    <>
      <span className="block w-full truncate text-sm leading-5 font-semibold">
        {turn >= 0 && `${number}. `}
        <bdi>{label}</bdi> {signer.isMe && <Trans>(you)</Trans>}
      </span>
      {!isOpen && (
        <span className="block w-full truncate text-xs leading-4 text-ink-secondary">
          {signer.group ? <GroupSize count={signer.group.memberCount} /> : signer.email}
        </span>
      )}
    </>
  )
}

function RowMenu(props: SignerProps & { isOpen: boolean; label: string }) {
  const { t } = useLingui()
  const { index, count, label, move } = props
  return (
    <Menu
      button={{
        icon: 'more',
        label: t`More actions for ${label}`,
        type: 'text',
        color: 'neutral',
        size: 'sm',
      }}
      items={[
        ...(props.isOpen ? [] : [{ label: t`Edit`, icon: 'draft' as const, onSelect: props.toggle }]),
        ...(count > 1
          ? [
              { label: t`Move up`, disabled: index === 0, onSelect: () => move(index, index - 1) },
              { label: t`Move down`, disabled: index === count - 1, onSelect: () => move(index, index + 1) },
            ]
          : []),
        { label: t`Remove`, icon: 'trash' as const, color: 'error' as const, onSelect: props.remove },
      ]}
    />
  )
}
