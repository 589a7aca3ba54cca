import type { AnyRouter } from '@tanstack/react-router'
import type { HoldDialog } from '#web/features/navigation/visit.ts'

/** Opens the dialog that comes before the page; each with what it takes. */
export async function openHold(dialog: HoldDialog, router: AnyRouter): Promise<void> {
  if (dialog === 'business-invitation')
    return (await import('./business/hold-invitation.tsx')).openInvitation(router)
  const { openHoldDialog } = await import('#web/features/navigation/hold-dialogs.tsx')
  return openHoldDialog(dialog, router, async () =>
    (await import('./business/leave-locked.ts')).leaveLocked(router),
  )
}
