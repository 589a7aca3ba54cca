import type { AnyRouter } from '@tanstack/react-router'
import type { HoldDialog } from '#web/features/navigation/visit.ts'

/** Opens the dialog that comes before the page; each with what it takes. */
export async function openHold(dialog: HoldDialog, router: AnyRouter): Promise<void> {
  if (dialog === 'business-invitation')
    return (await import('./business/hold-invitation.tsx')).openInvitation(router)
  if (dialog === 'fair-flat-migration' || dialog === 'free-migration') {
    const { openFairFlatMigration, openFreeMigration } = await import('./billing/hold-migration.tsx')
    return dialog === 'free-migration' ? openFreeMigration(router) : openFairFlatMigration(router)
  }
  const { openHoldDialog } = await import('#web/features/navigation/hold-dialogs.tsx')
  return openHoldDialog(dialog, router, async () =>
    (await import('./business/leave-locked.ts')).leaveLocked(router),
  )
}
