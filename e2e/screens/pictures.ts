import { screens } from '../support/screens.ts'
import { intermediateScreens } from './intermediate/index.ts'
import { type IntermediateScreen, open } from './intermediate/intermediate-screen.ts'
import type { Scene } from './scene/scene.ts'

/** A screen of an address, or a step that has none of its own. */
export interface TakenScreen extends IntermediateScreen {
  readonly kind: 'page' | 'step'
}

/** Pages that only show what they are for when one comes by the link of a mail. */
const byMail: Record<string, (scene: Scene) => string> = {
  'signup-confirm': ({ signup }) => `/signup/confirm?token=${signup}`,
  // A good link would be used up by its first picture.
  'password-reset-confirm': ({ reset }) => `/password-reset/confirm?token=${reset}`,
}

const fill = (path: string, { request, link }: Scene) =>
  path.replaceAll(':request', request).replaceAll(':link', link)

const pages: readonly TakenScreen[] = screens
  .filter(({ name, visitor, user }) => name !== '' && [visitor, user].includes('page'))
  .map(({ name, title, path, visitor }) => ({
    kind: 'page',
    name,
    title,
    path,
    role: visitor === 'page' ? 'visitor' : 'user',
    show: (page, scene) => open(page, byMail[name]?.(scene) ?? fill(path, scene)),
  }))

/** All that is taken. */
export const pictures: readonly TakenScreen[] = [
  ...pages,
  ...intermediateScreens.map((screen) => ({ kind: 'step' as const, ...screen })),
]
