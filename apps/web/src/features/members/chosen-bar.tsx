import type { BusinessMember } from '@countersign/contract/businesses.ts'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button } from '#web/ui/button.tsx'
import type { PeopleActions } from './use-people-actions.ts'

/** Floats over the end of the list while people are chosen: nothing moves because of it. */
export function ChosenBar(props: {
  chosen: readonly BusinessMember[]
  actions: PeopleActions
  onChosen: (ids: readonly string[]) => void
}) {
  const { chosen, actions, onChosen } = props
  const { t } = useLingui()
  if (chosen.length === 0) return null
  const act = (run: () => void) => () => {
    run()
    onChosen([])
  }
  return (
    <>
      {/* The last rows can be scrolled from under it. */}
      <div aria-hidden="true" className="h-36" />
      <div className="selection-bar pointer-events-none fixed inset-x-0 bottom-20 z-30 flex justify-center p-3 sm:bottom-0">
        <div className="pointer-events-auto flex w-full max-w-2xl flex-wrap items-center gap-1 rounded-sheet border border-line bg-sheet p-2 shadow-float">
          <Button
            type="text"
            size="sm"
            color="neutral"
            icon="close"
            label={t`Clear selection`}
            onClick={() => onChosen([])}
          />
          <p role="status" className="grow px-2 font-medium tabular-nums">
            <Plural value={chosen.length} one="# selected" other="# selected" />
          </p>
          {chosen.some(({ role }) => role === 'member') && (
            <Button
              type="text"
              size="sm"
              disabled={actions.busy}
              onClick={act(() => actions.setRole(chosen, 'admin'))}
            >
              <Trans>Make administrators</Trans>
            </Button>
          )}
          {chosen.some(({ role }) => role === 'admin') && (
            <Button
              type="text"
              size="sm"
              disabled={actions.busy}
              onClick={act(() => actions.setRole(chosen, 'member'))}
            >
              <Trans>Make members</Trans>
            </Button>
          )}
          <Button
            type="text"
            size="sm"
            color="error"
            icon="trash"
            onClick={() => actions.remove(chosen, () => onChosen([]))}
          >
            <Trans>Remove …</Trans>
          </Button>
        </div>
      </div>
    </>
  )
}
