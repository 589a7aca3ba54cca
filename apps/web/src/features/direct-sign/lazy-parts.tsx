import { withWords } from '#web/features/request-actions/on-tap.ts'
import { later } from '#web/ui/later.tsx'

export const loadSignedScreen = async () => ({
  default: (await withWords(import('./signed-screen.tsx'))).SignedScreen,
})
export const SignedScreen = later(loadSignedScreen)
export const LookingBar = later(async () => ({
  default: (await withWords(import('./signed-download.tsx'))).LookingBar,
}))
export const EndScreen = later(async () => ({
  default: (await withWords(import('./end-screen.tsx'))).EndScreen,
}))
export const LinkProblem = later(async () => ({
  default: (await withWords(import('./link-problem.tsx'))).LinkProblem,
}))
export const DirectLock = later(async () => ({
  default: (await withWords(import('./direct-lock.tsx'))).DirectLock,
}))
export const DirectAttachments = later(async () => ({
  default: (await withWords(import('./direct-attachments.tsx'))).DirectAttachments,
}))
export const ContentDeleted = later(async () => ({
  default: (await withWords(import('#web/features/request-actions/retention-note.tsx'))).ContentDeleted,
}))
