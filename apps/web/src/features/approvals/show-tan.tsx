import { Plural, Trans } from '@lingui/react/macro'
import { useStore } from '#web/lib/store.ts'
import { openDialog, openOverlay } from '#web/ui/dialog-store.ts'
import { Icon } from '#web/ui/icon.tsx'
import { Notice } from '#web/ui/notice.tsx'
import type { OpenStep, ShowStep } from './open-step.ts'
import { TanForm } from './tan-form.tsx'

/** The dialog for the code; a wrong one leads to the overlay that says so, with the field again. */
export const showTan: ShowStep = (open) => {
  let isOver = false
  let putAway = openDialog({
    namespace: 'document',
    name: 'tan-entry',
    title: <Trans>Type the code</Trans>,
    dismissible: false,
    content: () => <TanForm open={open} onWrong={onWrong} />,
  })
  function onWrong() {
    // It may have ended meanwhile, in another window.
    if (isOver) return
    putAway()
    putAway = openOverlay({
      namespace: 'document',
      name: 'tan-invalid',
      title: (
        <span className="flex items-center gap-3">
          <span className="text-error">
            <Icon name="warning" size={28} />
          </span>
          <Trans>The code is wrong</Trans>
        </span>
      ),
      content: () => <WrongCode open={open} />,
    })
  }
  return () => {
    isOver = true
    putAway()
  }
}

function WrongCode({ open }: { open: OpenStep }) {
  const { attemptsLeft } = useStore(open.step)
  return (
    <div className="flex flex-col gap-4">
      <Notice kind="error">
        <Trans>It is not the one in the newest message. Nothing was signed and nothing was lost.</Trans>{' '}
        {attemptsLeft !== null && (
          <Plural
            value={attemptsLeft}
            one="You have one more try; after that this signing is stopped and you start it again."
            other="You have # more tries."
          />
        )}
      </Notice>
      <TanForm open={open} />
    </div>
  )
}
