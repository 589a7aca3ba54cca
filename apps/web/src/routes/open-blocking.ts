import type { AnyRouter } from '@tanstack/react-router'
import type { BlockingDialog } from '#web/features/navigation/visit.ts'

/** Opens the dialog that comes before the page; each with what it takes. */
export async function openBlocking(dialog: BlockingDialog, router: AnyRouter): Promise<void> {
  if (dialog === 'business-invitation')
    return (await import('./business/blocking-invitation.tsx')).openInvitation(router)
  if (dialog === 'fair-flat-migration' || dialog === 'free-migration') {
    const { openFairFlatMigration, openFreeMigration } = await import('./billing/blocking-migration.tsx')
    return dialog === 'free-migration' ? openFreeMigration(router) : openFairFlatMigration(router)
  }
  const { openBlockingDialog } = await import('#web/features/navigation/blocking-dialogs.tsx')
  return openBlockingDialog(dialog, router, async () =>
    (await import('./business/leave-locked.ts')).leaveLocked(router),
  )
}
