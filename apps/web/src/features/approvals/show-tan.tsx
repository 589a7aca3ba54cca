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
    title: <Trans>Enter the code</Trans>,
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
          <Trans>Incorrect code</Trans>
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
        <Trans>Incorrect code. Please use the latest one.</Trans>{' '}
        {attemptsLeft !== null && (
          <Plural
            value={attemptsLeft}
            one="1 attempt left. After that you have to start again."
            other="# attempts left."
          />
        )}
      </Notice>
      <TanForm open={open} />
    </div>
  )
}
