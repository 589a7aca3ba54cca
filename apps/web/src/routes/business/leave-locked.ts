import type { AnyRouter } from '@tanstack/react-router'
import { loadBusinessWords } from '#web/features/businesses/words.ts'
import { openLeaveBusiness } from '#web/features/members/leave-business.tsx'
import { blocked } from '#web/features/navigation/waiting.ts'
import { loadWords } from '#web/features/seals/words.ts'
import { ownBusiness } from '#web/lib/business/current-business.ts'
import { forgetVisitor } from '#web/lib/account/current-visitor.ts'

/** Anyone who has no seat may still leave. Who thinks better of it is back at the dialog that says so. */
export async function leaveLocked(router: AnyRouter): Promise<void> {
  await Promise.all([loadBusinessWords(), loadWords()])
  openLeaveBusiness({
    me: '',
    name: ownBusiness.get()?.business.name ?? '',
    locked: true,
    onLeft: () => {
      forgetVisitor()
      return router.invalidate()
    },
    onClose: () => {
      const still = blocked.get()
      if (still) blocked.set({ ...still })
    },
  })
}
