import { lazy } from 'react'
import { requestActs } from '#web/features/request-acts/words.ts'
import { loadCatalogs } from '#web/lib/i18n.ts'

/** With its words: what most visits do not come to, or only at their end. */
async function withWords<Part>(load: Promise<Part>): Promise<Part> {
  const [part] = await Promise.all([load, loadCatalogs(requestActs)])
  return part
}

export const SignedScreen = lazy(async () => ({
  default: (await withWords(import('./signed-screen.tsx'))).SignedScreen,
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
