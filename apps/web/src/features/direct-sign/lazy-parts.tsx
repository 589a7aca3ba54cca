import { lazy } from 'react'
import { withWords } from '#web/features/request-actions/on-tap.ts'

export const SignedScreen = lazy(async () => ({
  default: (await withWords(import('./signed-screen.tsx'))).SignedScreen,
}))
export const LookingBar = lazy(async () => ({
  default: (await withWords(import('./signed-download.tsx'))).LookingBar,
}))
export const EndScreen = lazy(async () => ({
  default: (await withWords(import('./end-screen.tsx'))).EndScreen,
}))
export const LinkProblem = lazy(async () => ({
  default: (await withWords(import('./link-problem.tsx'))).LinkProblem,
}))
export const DirectLock = lazy(async () => ({
  default: (await withWords(import('./direct-lock.tsx'))).DirectLock,
}))
export const DirectAttachments = lazy(async () => ({
  default: (await withWords(import('./direct-attachments.tsx'))).DirectAttachments,
}))
export const ContentDeleted = lazy(async () => ({
  default: (await withWords(import('#web/features/request-actions/retention-note.tsx'))).ContentDeleted,
}))
