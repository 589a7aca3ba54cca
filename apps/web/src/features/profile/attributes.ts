import type { User, UserAttributes } from '@countersign/contract/account-shapes.ts'
import type { selectableLanguages } from '#web/lib/language/language.ts'

/** What a person sets of their account by themselves. */
export type Settings = Pick<
  UserAttributes,
  | 'lang'
  | 'timeZone'
  | 'mobile'
  | 'emailNotificationLevel'
  | 'defaultLegislation'
  | 'defaultQuality'
  | 'signerIdentityEmail'
  | 'p11SigningName'
  | 'p11SigningReason'
>
/** An account may have Italian from before; it cannot choose it. */
export type Changes = Partial<Omit<Settings, 'lang'> & { lang: (typeof selectableLanguages)[number] }>

/**
 * What takes a change back. What was changed again since (in another tab, by the next click) is left as it is, so that
 * 'undo' never throws away something newer.
 */
export function undoOf(before: Settings, saved: Changes, now: Settings): Changes {
  const keys = (Object.keys(saved) as (keyof Settings)[]).filter(
    (key) =>
      now[key] === saved[key] && before[key] !== saved[key] && !(key === 'lang' && before.lang === 'it'),
  )
  return Object.fromEntries(keys.map((key) => [key, before[key]]))
}

/** May this be typed over, or has an identification proved it? */
export function isProved(user: User, field: UserAttributes['immutableEidFields'][number]): boolean {
  return user.attributes.immutableEidFields.includes(field)
}

/** Empty is not set. */
export function orNull(typed: string): string | null {
  return typed.trim() === '' ? null : typed.trim()
}
